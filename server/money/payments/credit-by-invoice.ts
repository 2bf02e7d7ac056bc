import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { lineCents } from '#contract/buying/line-cents.ts';
import { netOf, taxUpTo } from '#server/buying/invoices/delivery-price.ts';
import { type CreditOfInvoice, invoices, type PaperPart } from '#server/buying/order-tables/invoices.sql.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { OrderedLine } from '#server/money/shipments/left-to-ship.ts';
import type { RefundedPieces } from './refunded-pieces.ts';

type OrderRow = typeof orders.$inferSelect;

/** What is left of an invoice after its credit notes: sums in cents, lines by tool. */
interface InvoiceLeft {
  number: string;
  totalCents: number;
  taxCents: number;
  part: PaperPart;
  credited: CreditOfInvoice[];
}

/** What goes back of an order that is invoiced as it leaves. Cents. */
export interface CreditByInvoice {
  amountCents: number;
  taxCents: number;
  pieces: RefundedPieces[];
  /** A credit note each. */
  byInvoice: (CreditOfInvoice & { leftCents: number })[];
  uninvoicedCents: number;
  uninvoicedTaxCents: number;
}

/** An order that is invoiced as it leaves, with what its invoices have left and what of it was never invoiced and never is. */
interface Invoiced {
  order: OrderRow;
  ordered: OrderedLine[];
  /** The latest first. */
  invoices: InvoiceLeft[];
  gone: { cents: number; taxCents: number };
}

/** What such an order was invoiced with until now. Whoever calls it has locked the order. */
export async function readInvoiced(tx: Tx, order: OrderRow, ordered: OrderedLine[]): Promise<Invoiced> {
  const papers = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, order.id), eq(invoices.series, 'invoice')));
  const given = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), isNotNull(refunds.byInvoice), ne(refunds.state, 'failed')));
  const credits = given.flatMap(({ byInvoice }) => byInvoice ?? []);
  return {
    order,
    ordered,
    invoices: papers
      .toSorted((one, other) => other.issuedAt.getTime() - one.issuedAt.getTime() || other.sequence - one.sequence)
      .map(({ number, totalCents, taxCents, part }) => ({
        number,
        totalCents,
        taxCents,
        part: part!,
        credited: credits.filter(({ invoiceNumber }) => invoiceNumber === number),
      })),
    gone: {
      cents: sumOf(given.map(({ uninvoicedCents }) => uninvoicedCents)),
      taxCents: sumOf(given.map(({ uninvoicedTaxCents }) => uninvoicedTaxCents)),
    },
  };
}

/** What can still be credited, in cents. */
export function creditableCents({ invoices: all }: Invoiced): number {
  return sumOf(all.map(leftOf));
}

/**
 * The price of pieces: those that left are taken off the invoices that they are on, the latest first; of the others nothing was invoiced,
 * and nothing will be. Where nothing is left to ship after it, all that was to be invoiced goes.
 * @returns null where more was given back of one of these invoices than is left of their price
 */
export function creditOfPieces(invoiced: Invoiced, wanted: readonly RefundedPieces[]): CreditByInvoice | null {
  const { order, ordered } = invoiced;
  const lines = new Map(ordered.map((line) => [line.toolId, line]));
  const toFind = new Map(wanted.map(({ toolId, quantity, unshipped }) => [toolId, quantity - unshipped]));
  const byInvoice = invoiced.invoices.flatMap((invoice) => {
    const part: PaperPart = { lines: [], freightCents: 0, surchargeCents: 0 };
    for (const line of invoice.part.lines) {
      const quantity = Math.min(
        toFind.get(line.toolId) ?? 0,
        line.quantity - creditedOf(invoice, line.toolId).quantity,
      );
      if (quantity <= 0) continue;
      toFind.set(line.toolId, toFind.get(line.toolId)! - quantity);
      part.lines.push({ toolId: line.toolId, quantity, netCents: priceOfCredit(invoice, line, quantity) });
    }
    return part.lines.length === 0 ? [] : [creditOf(invoice, part)];
  });
  if (byInvoice.some(({ totalCents, leftCents }) => totalCents > leftCents)) return null;

  const unshipped = new Map(wanted.map((line) => [line.toolId, line.unshipped]));
  const isLast = ordered.every(({ toolId, left }) => left === (unshipped.get(toolId) ?? 0));
  const netOfUnshipped = new Map(
    wanted.map((line) => [line.toolId, netOfUnshippedPieces(lines.get(line.toolId)!, line.unshipped)]),
  );
  return asCredit(
    wanted.map((line) => ({ ...line, netCents: netOfUnshipped.get(line.toolId)! })),
    byInvoice,
    isLast ? restToInvoice(invoiced) : uninvoicedOf(invoiced, sumOf([...netOfUnshipped.values()]), order),
  );
}

/** So much of what was invoiced, the latest invoice first, whatever it was for. @param amountCents no more than can be credited */
export function creditOfAmount(invoiced: Invoiced, amountCents: number): CreditByInvoice {
  let left = amountCents;
  const byInvoice = invoiced.invoices.flatMap((invoice) => {
    const totalCents = Math.min(left, leftOf(invoice));
    if (totalCents === 0) return [];
    left -= totalCents;
    const taxLeft = invoice.taxCents - creditedSum(invoice, 'taxCents');
    const upTo = shareOf(creditedSum(invoice, 'totalCents') + totalCents, invoice.taxCents, invoice.totalCents);
    const taxCents = Math.max(0, Math.min(totalCents, taxLeft, upTo - creditedSum(invoice, 'taxCents')));
    const part = { lines: [], freightCents: 0, surchargeCents: 0 };
    return [{ invoiceNumber: invoice.number, totalCents, taxCents, part, leftCents: leftOf(invoice) }];
  });
  return asCredit([], byInvoice, { uninvoicedCents: 0, uninvoicedTaxCents: 0 });
}

/** All that was not given back. @param pieces all of them */
export function creditOfAll(invoiced: Invoiced, pieces: readonly RefundedPieces[]): CreditByInvoice {
  const byInvoice = invoiced.invoices.flatMap((invoice) => {
    const leftCents = leftOf(invoice);
    if (leftCents === 0) return [];
    const { lines, freightCents, surchargeCents } = invoice.part;
    const part: PaperPart = {
      lines: lines.flatMap((line) => {
        const quantity = line.quantity - creditedOf(invoice, line.toolId).quantity;
        return quantity === 0 ? [] : [{ ...line, quantity, netCents: priceOfCredit(invoice, line, quantity) }];
      }),
      freightCents: freightCents - sumOf(invoice.credited.map((credit) => credit.part.freightCents)),
      surchargeCents: surchargeCents - sumOf(invoice.credited.map((credit) => credit.part.surchargeCents)),
    };
    const taxCents = invoice.taxCents - creditedSum(invoice, 'taxCents');
    return [{ invoiceNumber: invoice.number, totalCents: leftCents, taxCents, part, leftCents }];
  });
  const lines = new Map(invoiced.ordered.map((line) => [line.toolId, line]));
  return asCredit(
    pieces.map((line) => ({ ...line, netCents: netOfUnshippedPieces(lines.get(line.toolId)!, line.unshipped) })),
    byInvoice,
    restToInvoice(invoiced),
  );
}

/** @param unshipped each with the price of its pieces that had not left; what of it was invoiced is added */
function asCredit(
  unshipped: RefundedPieces[],
  byInvoice: CreditByInvoice['byInvoice'],
  uninvoiced: Pick<CreditByInvoice, 'uninvoicedCents' | 'uninvoicedTaxCents'>,
): CreditByInvoice {
  const invoicedNet = (toolId: string) =>
    sumOf(
      byInvoice.flatMap(({ part }) => part.lines.filter((line) => line.toolId === toolId).map((line) => line.netCents)),
    );
  return {
    amountCents: sumOf(byInvoice.map(({ totalCents }) => totalCents)) + uninvoiced.uninvoicedCents,
    taxCents: sumOf(byInvoice.map(({ taxCents }) => taxCents)) + uninvoiced.uninvoicedTaxCents,
    pieces: unshipped.map((line) => ({ ...line, netCents: line.netCents + invoicedNet(line.toolId) })),
    byInvoice,
    ...uninvoiced,
  };
}

function creditOf(invoice: InvoiceLeft, part: PaperPart): CreditByInvoice['byInvoice'][number] {
  const net = netOf(part);
  const [taxBefore, invoiceNet] = [creditedSum(invoice, 'taxCents'), invoice.totalCents - invoice.taxCents];
  const netBefore = creditedSum(invoice, 'totalCents') - taxBefore;
  const upTo = shareOf(Math.min(invoiceNet, netBefore + net), invoice.taxCents, invoiceNet);
  const taxCents = Math.max(0, Math.min(upTo, invoice.taxCents) - taxBefore);
  return {
    invoiceNumber: invoice.number,
    totalCents: net + taxCents,
    taxCents,
    part,
    leftCents: leftOf(invoice),
  };
}

/** Rounded over all pieces of the line that are credited so far, so that those of the whole line come to it. */
function priceOfCredit(invoice: InvoiceLeft, line: PaperPart['lines'][number], quantity: number): number {
  const before = creditedOf(invoice, line.toolId);
  return shareOf(before.quantity + quantity, line.netCents, line.quantity) - before.netCents;
}

function creditedOf({ credited }: InvoiceLeft, toolId: string): { quantity: number; netCents: number } {
  const lines = credited.flatMap(({ part }) => part.lines.filter((line) => line.toolId === toolId));
  return {
    quantity: sumOf(lines.map(({ quantity }) => quantity)),
    netCents: sumOf(lines.map(({ netCents }) => netCents)),
  };
}

/** The price of the last pieces of a line that will not leave, without tax. */
function netOfUnshippedPieces(line: OrderedLine, pieces: number): number {
  const { quantity, refunded, refundedShipped, unitPriceCents, priceUnit } = line;
  const upTo = (count: number) => Number(lineCents(count, unitPriceCents, priceUnit));
  const leaves = quantity - (refunded - refundedShipped);
  return upTo(leaves) - upTo(leaves - pieces);
}

/** All that was to be invoiced yet. */
function restToInvoice({ order, invoices: all, gone }: Invoiced) {
  const uninvoicedCents = order.toInvoiceCents ?? 0;
  const taxCents = order.taxCents - gone.taxCents - sumOf(all.map((invoice) => invoice.taxCents));
  return { uninvoicedCents, uninvoicedTaxCents: Math.max(0, Math.min(uninvoicedCents, taxCents)) };
}

function uninvoicedOf({ gone }: Invoiced, net: number, order: OrderRow) {
  const invoiceable = order.totalCents - order.taxCents - (gone.cents - gone.taxCents);
  const tax = taxUpTo(order, invoiceable) - taxUpTo(order, invoiceable - net);
  const uninvoicedCents = Math.min(net + tax, order.toInvoiceCents ?? 0);
  return { uninvoicedCents, uninvoicedTaxCents: Math.min(tax, uninvoicedCents) };
}

function leftOf(invoice: InvoiceLeft): number {
  return invoice.totalCents - creditedSum(invoice, 'totalCents');
}

function creditedSum({ credited }: InvoiceLeft, field: 'totalCents' | 'taxCents'): number {
  return sumOf(credited.map((credit) => credit[field]));
}

/** So much of a whole as `part` is of `of`, half a cent up. */
function shareOf(part: number, whole: number, of: number): number {
  if (of === 0) return 0;
  const [twice, total] = [2n * BigInt(part) * BigInt(whole), BigInt(of)];
  return Number((twice + total) / (2n * total));
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
