import type { Backorder } from '#contract/catalogue/backorders.ts';
import { orderableOf, type StockToServe } from '#contract/buying/stock-to-come.ts';

/** The columns of a StockToServe of `tools t`, but for its stock. */
export const TO_COME = `t.coming, t.made_to_order::float8 as "madeToOrder",
  json_build_object('kind', t.backorder_kind, 'limit', t.backorder_limit, 'days', t.backorder_days) as backorder`;

/** A row that was read so, with how many pieces of its tool can be ordered. */
export function withOrderable<Row extends StockToServe>(row: Row): Row & { orderable: number } {
  return { ...row, orderable: orderableOf(row) };
}

/** What may be ordered of a tool beyond its stock, as its row says it. */
export function backorderOf(row: {
  backorderKind: Backorder['kind'];
  backorderLimit: number | null;
  backorderDays: number;
}): Backorder {
  return { kind: row.backorderKind, limit: row.backorderLimit, days: row.backorderDays };
}
