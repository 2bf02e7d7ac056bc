import { inArray, sql } from 'drizzle-orm';
import { BANK_PREFIX, type Order } from '#contract/orders.ts';
import type { Db } from '#server/db/client.ts';
import { invoiceNumbers } from '#server/invoices/invoices.ts';
import { bankPayments } from '#server/order-tables/bank-payments.sql.ts';
import { refundLines } from '#server/order-tables/payments.sql.ts';
import { latestRequests } from './read-refund-requests.ts';
import type { orders } from '#server/order-tables/orders.sql.ts';

/** Pieces of a line whose money went back: all of them, and those of them that never left the house. */
export interface RefundedPieces {
  pieces: number;
  unshipped: number;
}

/** What happened to the money of a paid order, beyond its own row. */
export interface OrderMoney {
  invoiceNumber?: string;
  /** By tool. */
  refunded?: Map<string, RefundedPieces>;
  transfer?: Order['transfer'];
  refundRequest?: Order['refundRequest'];
}

/** The money of those of these orders that are paid, read for all of them at once. */
export async function readMoney(db: Db, rows: (typeof orders.$inferSelect)[]): Promise<Map<string, OrderMoney>> {
  const paid = rows.filter(({ state }) => state === 'paid');
  const ids = paid.map(({ id }) => id);
  const byTransfer = paid.flatMap(({ transactionId }) =>
    transactionId?.startsWith(BANK_PREFIX) ? [transactionId] : [],
  );
  const [numbers, refunded, transfers, requests] = [
    await invoiceNumbers(db, ids),
    await piecesRefunded(db, ids),
    await transfersOf(db, byTransfer),
    await latestRequests(db, ids),
  ];
  return new Map(
    ids.map((id) => {
      const [invoiceNumber, transfer, refundRequest] = [numbers.get(id), transfers.get(id), requests.get(id)];
      return [
        id,
        {
          refunded: refunded.get(id) ?? new Map<string, RefundedPieces>(),
          ...(invoiceNumber === undefined ? {} : { invoiceNumber }),
          ...(transfer === undefined ? {} : { transfer }),
          ...(refundRequest === undefined ? {} : { refundRequest }),
        },
      ];
    }),
  );
}

/** The pieces whose money was given back, by order and tool. */
async function piecesRefunded(db: Db, orderIds: string[]): Promise<Map<string, Map<string, RefundedPieces>>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({
      orderId: refundLines.orderId,
      toolId: refundLines.toolId,
      pieces: sql<number>`sum(${refundLines.quantity})::float8`,
      unshipped: sql<number>`sum(${refundLines.unshipped})::float8`,
    })
    .from(refundLines)
    .where(inArray(refundLines.orderId, orderIds))
    .groupBy(refundLines.orderId, refundLines.toolId);
  const byOrder = new Map<string, Map<string, RefundedPieces>>();
  for (const { orderId, toolId, pieces, unshipped } of rows) {
    const lines = byOrder.get(orderId) ?? new Map<string, RefundedPieces>();
    byOrder.set(orderId, lines.set(toolId, { pieces, unshipped }));
  }
  return byOrder;
}

async function transfersOf(db: Db, ids: string[]): Promise<Map<string, NonNullable<Order['transfer']>>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(bankPayments).where(inArray(bankPayments.id, ids));
  return new Map(rows.map(({ orderId, receivedOn, reference }) => [orderId, { date: receivedOn, reference }]));
}
