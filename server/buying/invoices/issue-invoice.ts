import { eq, sql, type SQL } from 'drizzle-orm';
import { dayOf, dayPlus } from '#contract/days.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { enterPaper } from '#server/buying/ledger/enter-paper.ts';
import { type Buyer, invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { type Invoiced, type LeavingLine, priceOfDelivery } from './delivery-price.ts';
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
    ...ofWholeOrder,
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

/** What leaves of an order with a shipment. */
interface Delivery {
  shipmentId: string;
  lines: readonly LeavingLine[];
  /** Nothing of the order is left to ship after it. */
  isLast: boolean;
}

/**
 * Issues the invoice of a shipment of an order that is invoiced as it leaves. Whoever calls it has locked the order.
 * @returns its number; null where what leaves costs nothing
 * @throws AppError NUMBERS_UNKNOWN
 */
export async function invoiceDelivery(
  tx: Tx,
  order: Order,
  { shipmentId, lines, isLast }: Delivery,
): Promise<string | null> {
  const others = await tx.select().from(invoices).where(eq(invoices.orderId, order.id));
  const priced = priceOfDelivery(order, invoicedSoFar(others), lines, isLast);
  if (priced.totalCents === 0) return null;
  const { timeZone } = await settingsNow(tx);
  const [now] = (await tx.execute<{ at: string }>(sql`select now() as at`)).rows;
  const issuedAt = new Date(now!.at);
  const number = await issuePaper(tx, order, others, {
    ...priced,
    series: 'invoice',
    refundId: null,
    corrects: null,
    shipmentId,
    seller: null,
    // Whose terms were taken away meanwhile pays at once what leaves from then on.
    dueOn: dayPlus(dayOf(issuedAt, timeZone), (await termsOf(tx, order)) ?? 0),
    issuedAt,
    issuedExactly: sql`now()`,
  });
  await tx
    .update(orders)
    .set({ toInvoiceCents: sql`${orders.toInvoiceCents} - ${priced.totalCents}` })
    .where(eq(orders.id, order.id));
  return number;
}

function invoicedSoFar(papers: readonly Paper[]): Invoiced {
  const own = papers.filter(({ series }) => series === 'invoice');
  return {
    count: own.length,
    netCents: own.reduce((sum, { totalCents, taxCents }) => sum + totalCents - taxCents, 0),
    taxCents: own.reduce((sum, { taxCents }) => sum + taxCents, 0),
  };
}

async function termsOf(tx: Tx, { companyId }: Order): Promise<number | null> {
  const [company] = await tx
    .select({ termsDays: companies.termsDays })
    .from(companies)
    .where(eq(companies.id, companyId ?? ''));
  return company?.termsDays ?? null;
}

/** What a paper has none of that is of an order as a whole, or of its only invoice. */
export const ofWholeOrder = { shipmentId: null, corrects: null, dueOn: null, part: null };

/** What a paper is issued with. */
interface NewPaper extends Omit<Paper, 'number' | 'year' | 'sequence' | 'orderId' | 'buyer' | 'document' | 'zone'> {
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
