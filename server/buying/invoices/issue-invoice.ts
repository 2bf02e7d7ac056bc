import { sql, type SQL } from 'drizzle-orm';
import { dayOf } from '#contract/days.ts';
import { enterPaper } from '#server/buying/ledger/enter-paper.ts';
import { type Buyer, invoices } from '#server/buying/order-tables/invoices.sql.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { documentNow } from './invoices.ts';
import { paperNumber, takeNumber } from './take-number.ts';

type Order = typeof orders.$inferSelect;
type Paper = typeof invoices.$inferSelect;

/**
 * Issues the invoice of an order that this transaction marked paid or owed: numbers it, keeps what it says, enters it in the account of
 * its company, and tells of it. Others who issue wait for this transaction's end, so this should be its last long step
 * (docs/decisions/370).
 * @returns its number
 * @throws AppError NUMBERS_UNKNOWN
 */
export async function issueInvoice(tx: Tx, order: Order): Promise<string> {
  const issuedAt = order.paidAt ?? order.openedAt;
  if (issuedAt === null) throw new Error(`the order ${order.id} is neither paid nor owed`);
  return issuePaper(tx, order, [], {
    series: 'invoice',
    refundId: null,
    totalCents: order.totalCents,
    taxCents: order.taxCents,
    seller: null,
    issuedAt,
    // To the microsecond, as the order has it.
    issuedExactly: sql`(select coalesce(paid_at, opened_at) from orders where id = ${order.id})`,
  });
}

/** What a paper is issued with. */
interface NewPaper extends Pick<Paper, 'series' | 'refundId' | 'totalCents' | 'taxCents' | 'seller' | 'issuedAt'> {
  /** `issuedAt` as the database has it. */
  issuedExactly: SQL;
}

/**
 * What issuing an invoice and issuing a credit note have in common.
 * @param others the papers that the order has already
 * @returns its number
 */
export async function issuePaper(tx: Tx, order: Order, others: Paper[], wanted: NewPaper): Promise<string> {
  const { issuedExactly, ...said } = wanted;
  const { timeZone: zone } = await settingsNow(tx);
  const year = Number(dayOf(said.issuedAt, zone).slice(0, 4));
  const sequence = await takeNumber(tx, said.series, year);
  const number = paperNumber(said.series, year, sequence);
  const paper = { ...said, number, year, sequence, orderId: order.id, buyer: buyerOf(order), document: null, zone };
  const kept = { ...paper, ...(await documentNow(tx, paper, others)) };
  await tx.insert(invoices).values({ ...kept, issuedAt: issuedExactly });
  await enterPaper(tx, order, kept);
  await tellNews(tx, `${said.series}.issued`, [number]);
  return number;
}

/** What the papers say of the buyer. */
function buyerOf(order: Order): Buyer {
  const { name, company, address, country, vatId, email, phone, purchaseOrder, invoiceAddress } = order;
  return {
    name,
    company,
    address,
    ...(country === null ? {} : { country }),
    vatId,
    email,
    phone,
    purchaseOrder,
    ...(invoiceAddress === null ? {} : { invoiceAddress }),
  };
}
