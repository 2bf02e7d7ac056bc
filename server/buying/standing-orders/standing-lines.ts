import { sentence } from '#contract/sentences.ts';
import type { Priced } from '#contract/buying/basket.ts';
import type { ShopTerms } from '#contract/buying/pricing.ts';
import { inUnits, packOf } from '#contract/buying/units.ts';
import { listNotFound } from '#server/buying/named-lists/named-lists.ts';
import { buyerOf } from '#server/buying/orders/order-for-company.ts';
import { forCompany } from '#server/buying/pricing/company-prices.ts';
import { KNOWN_TOOL, type KnownToolRow, priceLines } from '#server/buying/pricing/price-lines.ts';
import { withOrderable } from '#server/catalogue/promises/stock-to-serve.ts';
import type { Reader, Tx } from '#server/engine/db/client.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { judgeVatNumber } from '#server/office/vat-register/vat-proofs.ts';
import type { Destination } from './standing-destination.ts';
import type { standingOrders } from './standing-orders.sql.ts';

type Row = typeof standingOrders.$inferSelect;

/** The name of the list, where whoever set its standing order still sees it and may order from it. */
const LIST = `
select n.name from named_lists n join users u on u.id = $2 and not u.banned where n.id = $1 and (n.user_id = $2 or exists (
  select from company_members m where m.company_id = n.company_id and m.user_id = $2 and u.email_verified))`;

/**
 * The name of the list and what the company says, once whoever set the standing order may still order so.
 * @throws AppError LIST_NOT_FOUND, COMPANY_NOT_FOUND, FORBIDDEN, COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD, PURCHASE_ORDER_REQUIRED;
 * 400 for a cost centre that is not in use
 */
export async function requireStillTheirs(tx: Tx, row: Row): Promise<{ list: string; company: string; vatId: string }> {
  const reader = rawInTransaction(tx);
  const [list] = await reader.raw<{ name: string }>(LIST, [row.listId, row.userId]);
  if (!list) throw listNotFound();
  const { company, vatId } = await buyerOf(reader, row.userId, { name: '', phone: '', ...forWhom(row) }, false);
  return { list: list.name, company, vatId };
}

/** What an order of it says of its company. */
export function forWhom({ companyId, purchaseOrder, costCentre }: Row) {
  if (companyId === null) return {};
  return {
    companyId,
    ...(purchaseOrder === '' ? {} : { purchaseOrder }),
    ...(costCentre === '' ? {} : { costCentre }),
  };
}

interface KeptLine {
  tool: KnownToolRow;
  quantity: number;
  unit: string | null;
}

async function keptLines({ raw }: Pick<Reader, 'raw'>, listId: string): Promise<KeptLine[]> {
  const rows = await raw<KnownToolRow & { quantity: number; unit: string | null }>(
    `select ${KNOWN_TOOL}, l.quantity::float8 as quantity, l.unit
     from named_list_lines l join tools t on t.id = l.tool_id where l.list_id = $1 order by l.position`,
    [listId],
    'lines-of-standing-order',
  );
  return rows.map(({ quantity, unit, ...tool }) => ({ tool, quantity, unit }));
}

/** The lines of its list as an order takes them. @throws AppError LIST_NOT_FOUND where it is empty */
export async function linesToOrder(tx: Tx, { listId }: Row) {
  const lines = await keptLines(rawInTransaction(tx), listId);
  if (lines.length === 0) throw emptyList();
  return {
    names: lines.map(({ tool }) => tool.name),
    lines: lines.map(({ tool, quantity, unit }) => {
      const pack = packOf(tool.packs, unit);
      return { toolId: tool.id, ...inUnits({ quantity, ...(pack ? { pack } : {}) }) };
    }),
  };
}

function emptyList(): AppError {
  return new AppError('LIST_NOT_FOUND', sentence('The list is empty.'));
}

/** What its list costs today where it goes. */
export async function pricedToday(
  tx: Tx,
  { listId, companyId }: Row,
  { address }: Destination,
  vatId: string,
  shop: ShopTerms,
): Promise<Priced> {
  const reader = rawInTransaction(tx);
  const kept = await keptLines(reader, listId);
  if (kept.length === 0) throw emptyList();
  const known = new Map(kept.map(({ tool }) => [tool.id, withOrderable(tool)]));
  const { vatCountry } = await judgeVatNumber(reader, vatId || address.vatId, shop.vatNumbers);
  const lines = kept.map(({ tool, quantity, unit }) => ({
    toolId: tool.id,
    quantity,
    pack: packOf(tool.packs, unit) ?? null,
  }));
  const tools = await forCompany(reader, companyId, shop, known);
  return priceLines(
    lines,
    tools,
    shop,
    { country: address.country, delivery: undefined, vatCountry },
    { remembered: true },
  );
}
