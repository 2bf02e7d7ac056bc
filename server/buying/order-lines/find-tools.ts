import type { Pack } from '#contract/catalogue/packs.ts';
import { hasOneOf } from '#server/catalogue/tools/gtins.ts';
import { TO_COME, withOrderable } from '#server/catalogue/promises/stock-to-serve.ts';
import type { StockToServe } from '#contract/buying/stock-to-come.ts';
import type { Database } from '#server/engine/db/client.ts';
import { fullGtin, mayBeGtin } from '#contract/catalogue/gtin.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

/** A tool for sale that somebody wrote down. */
export interface FoundTool {
  id: string;
  name: string;
  sku: string | null;
  availableQuantity: number;
  /** In stock and to come. */
  orderable: number;
  minOrderQuantity: number;
  quantityStep: number;
  priceUnit: number;
  packs: Pack[];
  /** The pack whose number under the bar code was written. */
  scanned?: Pack;
  /** The same beside the stock number of the tool, which says pieces. */
  scannedBeside?: Pack;
}

type FoundRow = Omit<FoundTool, 'orderable'> & StockToServe & { plain: string; position: number };

const COLUMNS = `t.id, t.name, t.sku, t.available_quantity as "availableQuantity", ${TO_COME},
  t.min_order_quantity as "minOrderQuantity", t.quantity_step as "quantityStep", t.price_unit as "priceUnit",
  t.packs, t.position`;

/** Tools for sale by their ids. */
export async function toolsById(database: Pick<Database, 'raw'>, ids: string[]): Promise<Map<string, FoundTool>> {
  const found = await byWriting(
    database,
    ids,
    `select t.id as plain, ${COLUMNS} from tools t where removed_at is null and ${onSaleNow()} and t.id = any($1::text[])`,
    'tools-by-id',
  );
  return new Map([...found].flatMap(([id, [tool]]) => (tool ? [[id, tool] as const] : [])));
}

/** At most so many tools of one name or number are told apart. */
const MOST_TWINS = 5;
/** So many tools one statement answers with. */
const MOST_FOUND = 2_500;

/**
 * Those of some beginnings that a stock number has, or a number of the company's own.
 * @param heads as plainCode makes them, each once
 */
export async function codesBegunBy(
  database: Pick<Database, 'raw'>,
  heads: string[],
  companyId: string | undefined,
): Promise<string[]> {
  // The next number in order, and not whether there is one: that is a step into the index whatever the planner knows of the tables.
  const own = `or exists (select from (select plain from company_part_numbers where company_id = $2 and plain ~>=~ w.head
       order by plain using ~<~ limit 1) as own where starts_with(own.plain, w.head))`;
  const rows = await database.raw<{ head: string }>(
    `select w.head from unnest($1::text[]) as w(head) where exists (select from (select plain_code(sku) as plain from tools
       where removed_at is null and sku is not null and plain_code(sku) ~>=~ w.head
       order by plain_code(sku) using ~<~ limit 1) as next where starts_with(next.plain, w.head))
       ${companyId === undefined ? '' : own}`,
    companyId === undefined ? [heads] : [heads, companyId],
    companyId === undefined ? 'codes-begun' : 'own-codes-begun',
  );
  return rows.map(({ head }) => head);
}

/**
 * Tools by their stock numbers, whatever the case, blanks, hyphens and slashes, and by the numbers under their bar codes.
 * @param codes as plainCode makes them, each once
 * @param companyId the company whose own part numbers go before the shop's
 */
export async function toolsByCode(
  database: Pick<Database, 'raw'>,
  codes: string[],
  companyId?: string,
): Promise<Map<string, FoundTool[]>> {
  const found = await byWriting(
    database,
    codes,
    `select plain_code(sku) as plain, ${COLUMNS} from tools t where removed_at is null and ${onSaleNow()} and sku is not null
       and plain_code(sku) = any($1::text[]) limit ${MOST_FOUND}`,
    'tools-by-code',
  );
  const numbers = codes.filter(mayBeGtin);
  const scanned = await byWriting(
    database,
    [...new Set(numbers.map(fullGtin))],
    `select number as plain, ${COLUMNS} from tools t, unnest(gtins_of(gtin, packs)) as number where ${hasOneOf('$1::text[]')}
       and ${onSaleNow()} and number = any($1::text[]) limit ${MOST_FOUND}`,
    'tools-by-gtin',
  );
  for (const code of numbers) {
    const tools = found.has(code) ? undefined : scanned.get(fullGtin(code));
    if (tools)
      found.set(
        code,
        tools.map((tool) => asScanned(tool, fullGtin(code))),
      );
  }
  if (companyId === undefined) return found;
  const own = await byWriting(
    database,
    codes,
    `select n.plain, ${COLUMNS} from company_part_numbers n join tools t on t.id = n.tool_id
     where n.company_id = $2 and n.plain = any($1::text[]) and t.removed_at is null and ${onSaleNow('t.')}`,
    'tools-by-own-number',
    [companyId],
  );
  return new Map([...found, ...own]);
}

function asScanned(tool: FoundTool, full: string): FoundTool {
  const scanned = tool.packs.find(({ gtin }) => gtin !== undefined && fullGtin(gtin) === full);
  return scanned ? { ...tool, scanned } : tool;
}

/**
 * Tools by their whole names, whatever the case, blanks and punctuation.
 * @param names as plainName makes them, each once
 */
export function toolsByName(database: Pick<Database, 'raw'>, names: string[]): Promise<Map<string, FoundTool[]>> {
  return byWriting(
    database,
    names,
    `select plain_name(name) as plain, ${COLUMNS} from tools t where removed_at is null and ${onSaleNow()}
       and md5(plain_name(name)) = any(array(select md5(w) from unnest($1::text[]) as w)) limit ${MOST_FOUND}`,
    'tools-by-name',
  );
}

async function byWriting(
  database: Pick<Database, 'raw'>,
  plain: string[],
  statement: string,
  name: string,
  more: unknown[] = [],
): Promise<Map<string, FoundTool[]>> {
  const found = new Map<string, FoundTool[]>();
  if (plain.length === 0) return found;
  const rows = await database.raw<FoundRow>(statement, [plain, ...more], name);
  for (const row of rows.toSorted((one, other) => one.position - other.position)) {
    const {
      plain: key,
      position: _,
      coming: _coming,
      madeToOrder: _made,
      backorder: _backorder,
      ...tool
    } = withOrderable(row);
    if ((found.get(key)?.length ?? 0) < MOST_TWINS) found.set(key, [...(found.get(key) ?? []), tool]);
  }
  return found;
}
