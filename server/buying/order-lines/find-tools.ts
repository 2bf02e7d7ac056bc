import type { Database } from '#server/engine/db/client.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

/** A tool for sale that somebody wrote down. */
export interface FoundTool {
  id: string;
  name: string;
  sku: string | null;
  availableQuantity: number;
  minOrderQuantity: number;
  quantityStep: number;
}

const COLUMNS = `t.id, t.name, t.sku, t.available_quantity as "availableQuantity",
  t.min_order_quantity as "minOrderQuantity", t.quantity_step as "quantityStep", t.position`;

/** At most so many tools of one name or number are told apart. */
const MOST_TWINS = 5;

/**
 * Tools by their stock numbers, whatever the case, blanks, hyphens and slashes.
 * @param codes as plainCode makes them, each once
 * @param companyId the firm whose own part numbers go before the shop's
 */
export async function toolsByCode(
  database: Pick<Database, 'raw'>,
  codes: string[],
  companyId?: string,
): Promise<Map<string, FoundTool[]>> {
  const found = await byWriting(
    database,
    codes,
    `select w.plain, t.* from unnest($1::text[]) as w(plain), lateral (
       select ${COLUMNS} from tools t where removed_at is null and ${onSaleNow()} and sku is not null
       and plain_code(sku) = w.plain limit ${MOST_TWINS}) t`,
    'tools-by-code',
  );
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

/**
 * Tools by their whole names, whatever the case, blanks and punctuation.
 * @param names as plainName makes them, each once
 */
export function toolsByName(database: Pick<Database, 'raw'>, names: string[]): Promise<Map<string, FoundTool[]>> {
  return byWriting(
    database,
    names,
    `select w.plain, t.* from unnest($1::text[]) as w(plain), lateral (
       select ${COLUMNS} from tools t where removed_at is null and ${onSaleNow()}
       and md5(plain_name(name)) = md5(w.plain) limit ${MOST_TWINS}) t`,
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
  const rows = await database.raw<FoundTool & { plain: string; position: number }>(statement, [plain, ...more], name);
  for (const { plain: key, position: _, ...tool } of rows.toSorted((one, other) => one.position - other.position))
    found.set(key, [...(found.get(key) ?? []), tool]);
  return found;
}
