import { eq, inArray, sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import type { Return } from '#contract/money/returns.ts';
import type { WebhookPaper, WebhookTool } from '#contract/office/webhook-messages.ts';
import type { EInvoiceFormat } from '#contract/money/papers.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orderLines, orders } from '#server/buying/order-tables/orders.sql.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import { companiesByIds } from '#server/buying/companies/companies.ts';
import { readOrderParts } from '#server/buying/orders/order-parts.ts';
import { presentOrder } from '#server/buying/orders/present-order.ts';
import { findQuote } from '#server/buying/quotes/read-quotes.ts';
import { findReturnsByIds } from '#server/money/returns/read-returns.ts';
import { presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Order } from '#contract/buying/orders.ts';

/** Orders by their ids, whatever their state. */
export async function ordersToTell(tx: Tx, ids: readonly string[]): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  const read = await readOrderParts(tx, rows, 'all');
  return new Map(read.map((parts) => [parts.order.id, presentOrder(parts)]));
}

/** Quotes by their ids, with their latest version. */
export async function quotesToTell(tx: Tx, ids: readonly string[]): Promise<Map<string, Quote>> {
  const told = new Map<string, Quote>();
  for (const id of ids) {
    const quote = await findQuote(tx, id);
    if (quote) told.set(id, { ...quote, versions: quote.versions.slice(-1) });
  }
  return told;
}

/** Returns by their ids. */
export async function returnsToTell(tx: Tx, ids: readonly string[]): Promise<Map<string, Return>> {
  return new Map((await findReturnsByIds(tx, ids)).map((found) => [found._id, found]));
}

/** Invoices and credit notes by their numbers. @param baseUrl where their links begin */
export async function papersToTell(
  tx: Tx,
  numbers: readonly string[],
  baseUrl: string,
): Promise<Map<string, WebhookPaper>> {
  if (numbers.length === 0) return new Map();
  const rows = await tx
    .select({ paper: invoices, orderNumber: orders.number, companyId: orders.companyId })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(inArray(invoices.number, [...numbers]));
  return new Map(
    rows.flatMap(({ paper, orderNumber, companyId }): [string, WebhookPaper][] => {
      const { number, series, orderId, refundId, totalCents, taxCents, issuedAt, document, part } = paper;
      if (document === null) return [];
      const path = refundId === null ? 'invoice' : `refund/${refundId}/credit-note`;
      const link = `${baseUrl}/order/${orderId}/${path}`;
      // One of several is told by its number.
      const xml = (format: EInvoiceFormat) => `${link}.xml?format=${format}${part ? `&number=${number}` : ''}`;
      const told: WebhookPaper = {
        number,
        kind: series,
        issuedAt: issuedAt.toISOString(),
        order: { _id: orderId, number: String(orderNumber), companyId },
        corrects: document.model.corrects?.number ?? null,
        total: centsToMoney(totalCents),
        tax: centsToMoney(taxCents),
        currency: document.model.currency,
        links: {
          pdf: `${link}.pdf${part ? `?number=${number}` : ''}`,
          peppol: xml('peppol'),
          xrechnung: xml('xrechnung'),
          cii: xml('cii'),
        },
      };
      return [[number, told]];
    }),
  );
}

/** Tools by their ids, removed ones too. */
export async function toolsToTell(tx: Tx, ids: readonly string[]): Promise<Map<string, WebhookTool>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(tools)
    .where(sql`${tools.id} = any(${sql.param(ids)}::text[])`);
  return new Map(rows.map((row) => [row.id, { ...presentTool(row), removed: row.removedAt !== null }]));
}

/** Companies by their ids. */
export async function companiesToTell(tx: Tx, ids: readonly string[]): Promise<Map<string, Company>> {
  const found = await companiesByIds(tx, [...new Set(ids)]);
  return new Map(found.map((company) => [company._id, company]));
}

/** The tools of orders, whose stock moved with them. */
export async function toolsOfOrders(tx: Tx, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ orderId: orderLines.orderId, toolId: orderLines.toolId })
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...ids]));
  const byOrder = new Map<string, string[]>();
  for (const { orderId, toolId } of rows) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), toolId]);
  return byOrder;
}

/** Refunds by their ids. Money. */
export async function refundsToTell(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { _id: string; amount: number; reason: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(refunds)
    .where(inArray(refunds.id, [...ids]));
  return new Map(
    rows.map(({ id, amountCents, reason }) => [id, { _id: id, amount: centsToMoney(amountCents), reason }]),
  );
}
