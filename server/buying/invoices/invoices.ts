import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { companyNow } from '#server/office/settings/settings.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { invoices, type IssuedDocument, type Seller } from '#server/buying/order-tables/invoices.sql.ts';
import { orderLines, orders } from '#server/buying/order-tables/orders.sql.ts';
import { refundLines, refunds } from '#server/buying/order-tables/payments.sql.ts';
import { shipments } from '#server/buying/order-tables/shipments.sql.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import { eInvoiceOf, type RefundFacts, type IssuedFrom } from './e-invoice-of.ts';

type InvoiceRow = typeof invoices.$inferSelect;

/** An invoice or a credit note with all that its paper keeps. */
export type Invoice = InvoiceRow & { seller: Seller; document: IssuedDocument };

/** What a paper of an order keeps of who sells and of all that it says, as it is now. @param others the order's other papers */
export async function documentNow(
  db: Db,
  paper: InvoiceRow,
  others: InvoiceRow[],
): Promise<Pick<Invoice, 'seller' | 'document'>> {
  const { order, now, modelOf } = await asOfNow(db, paper.orderId, [...others, paper]);
  const seller = paper.seller ?? sellerOf(now);
  return { seller, document: { model: modelOf(paper, seller), order: keptOf(order) } };
}

/** Papers that keep no document, as made-up orders have them, keep from now on what they say. */
async function keepDocuments(tx: Tx, rows: InvoiceRow[]): Promise<void> {
  for (const bare of rows.filter(({ document }) => document === null)) {
    const others = rows.filter((row) => row !== bare);
    await tx
      .update(invoices)
      .set(await documentNow(tx, bare, others))
      .where(and(eq(invoices.number, bare.number), isNull(invoices.document)));
  }
}

/** What a paper would say, were it issued now, with what its company says now of where invoices go. */
export async function modelNow(db: Db, { number, orderId }: Pick<InvoiceRow, 'number' | 'orderId'>): Promise<EInvoice> {
  const rows = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
  const { order, now, modelOf } = await asOfNow(db, orderId, rows);
  const issued = rows.find((row) => row.number === number)!;
  const { invoiceAddress: _asOrdered, ...buyer } = issued.buyer;
  return modelOf({ ...issued, buyer: order.companyId === null ? issued.buyer : buyer }, now);
}

/** The order of these papers, the shop, and what both say now of any of them. */
async function asOfNow(db: Db, orderId: string, papers: InvoiceRow[]) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const first = papers.find(({ series }) => series === 'invoice');
  if (!order || !first) throw new Error(`the order ${orderId} has no invoice`);
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
  const left = await db
    .select({ id: shipments.id, number: shipments.number, shippedAt: shipments.shippedAt })
    .from(shipments)
    .where(eq(shipments.orderId, orderId))
    .orderBy(asc(shipments.shippedAt));
  const origins = await originsOf(db, lines);
  const company = await companyOf(db, order.companyId);
  const now = await companyNow(db);
  const given = await givenBack(db, papers);
  const modelOf = (issued: InvoiceRow, { company: shop, papers: own }: Pick<Seller, 'company' | 'papers'>) => {
    const invoice = correctedBy(issued, papers) ?? first;
    const { shipmentId } = issued.series === 'invoice' ? issued : invoice;
    const supplied = shipmentId === null ? left.at(-1) : left.find(({ id }) => id === shipmentId);
    return eInvoiceOf({
      issued,
      order,
      company,
      lines: lines.map((line) => ({ ...line, origin: origins.get(line.toolId) ?? null })),
      shippedAt: supplied?.shippedAt ?? null,
      deliveryNote: (issued.shipmentId !== null && supplied?.number) || null,
      seller: { company: shop, currency: now.currency, ...(own ? { papers: own } : {}) },
      credit: issued.refundId === null ? null : { invoice, given: given.get(issued.refundId)! },
    });
  };
  return { order, now, modelOf };
}

/** The invoice among these papers that a credit note corrects; undefined of an invoice, and where its order has only one. */
export function correctedBy<Paper extends Pick<InvoiceRow, 'number'>>(
  { corrects }: Pick<InvoiceRow, 'corrects'>,
  papers: readonly Paper[],
): Paper | undefined {
  return corrects === null ? undefined : papers.find(({ number }) => number === corrects);
}

/** Who sells, as papers keep it; what the owner adds is kept where there is any, so that others stay as they are. */
function sellerOf({ company, logo, papers }: Awaited<ReturnType<typeof companyNow>>): Seller {
  const hasAny = Object.values(papers).some((said) => said !== '');
  return { company, logo, ...(hasAny ? { papers } : {}) };
}

/** Where the tools of an order are made, of those of which the shop says it. */
async function originsOf(db: Db, lines: { toolId: string }[]): Promise<Map<string, string>> {
  const ids = lines.map(({ toolId }) => toolId);
  const { id, origin } = tools;
  const rows = await db.select({ id, origin }).from(tools).where(inArray(id, ids));
  return new Map(rows.flatMap((row): [string, string][] => (row.origin ? [[row.id, row.origin]] : [])));
}

/** Where the invoices of the company go that an order is for. */
async function companyOf(db: Db, id: string | null): Promise<IssuedFrom['company']> {
  if (id === null) return null;
  const { invoiceAddress, invoiceEmail, peppolId, buyerReference, cashDiscount } = companies;
  const [company] = await db
    .select({ invoiceAddress, invoiceEmail, peppolId, buyerReference, cashDiscount })
    .from(companies)
    .where(eq(companies.id, id));
  return company ?? null;
}

/** What papers say of an order and somebody may change later. */
function keptOf({ name, company, address, phone, purchaseOrder, note }: typeof orders.$inferSelect) {
  return { name, company, address, phone, purchaseOrder, note } satisfies IssuedDocument['order'];
}

/** By refund, what the credit notes among these papers give back. */
async function givenBack(db: Db, papers: InvoiceRow[]): Promise<Map<string, RefundFacts>> {
  const ids = papers.flatMap(({ refundId }) => refundId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(refunds).where(inArray(refunds.id, ids));
  const lines = await db.select().from(refundLines).where(inArray(refundLines.refundId, ids));
  return new Map(
    rows.map(({ id, reason, feeCents }) => [
      id,
      { reason, feeCents, lines: lines.filter(({ refundId }) => refundId === id) },
    ]),
  );
}

/**
 * The papers of an order, the invoice first; where one was issued that keeps no document, it does from now on.
 * Empty where the order has no invoice.
 */
export async function papersOf(tx: Tx, orderId: string): Promise<Invoice[]> {
  const read = () =>
    tx.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(invoices.issuedAt, invoices.sequence);
  let rows = await read();
  if (rows.some(({ document }) => document === null)) {
    await keepDocuments(tx, rows);
    rows = await read();
  }
  return rows
    .flatMap(({ seller, document, ...row }) => (seller && document ? [{ ...row, seller, document }] : []))
    .toSorted((one, other) => Number(one.series === 'credit-note') - Number(other.series === 'credit-note'));
}
