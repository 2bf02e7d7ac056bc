import { sentence } from '#contract/sentences.ts';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { taxOn } from '#contract/buying/pricing.ts';
import { centsToMoney, formatMoney, moneyToCents } from '#contract/money.ts';
import type { BackToStock, NewRefund } from '#contract/money/refunds.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refundLines, refunds } from '#server/buying/order-tables/payments.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { leftToShip, type OrderedLine } from '#server/money/shipments/left-to-ship.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import {
  type CreditByInvoice,
  creditableCents,
  creditOfAll,
  creditOfAmount,
  creditOfPieces,
  readInvoiced,
} from './credit-by-invoice.ts';
import { piecesOfLines, piecesOfRest, priceOfPieces, type RefundedPieces } from './refunded-pieces.ts';

type OrderRow = typeof orders.$inferSelect;

/** What of an order goes back: how much, how much of that is tax, and for which pieces. Cents. */
export interface GoesBack {
  amountCents: number;
  taxCents: number;
  pieces: RefundedPieces[];
  /** Of an order that is invoiced as it leaves. */
  credit?: CreditByInvoice;
}

/**
 * The price of what has not left the house of an order, with its tax: where nothing left, all that was not given back; else no more than
 * that. All of its pieces go back into stock.
 * @param left as `leftToShip` says it
 */
export async function priceOfRest(tx: Tx, order: OrderRow, left: OrderedLine[]): Promise<GoesBack> {
  if (order.toInvoiceCents !== null) {
    const rest = left.filter((line) => line.left > 0);
    const lines = rest.map((line) => ({ toolId: line.toolId, quantity: line.left, shipped: 0 }));
    const credit = creditOfPieces(await readInvoiced(tx, order, left), piecesOfLines(lines, left, 'unshipped'))!;
    return { ...credit, credit };
  }
  const { promised, refundable, taxLeft } = await whatIsLeft(tx, order);
  if (left.every(({ shipped }) => shipped === 0))
    return { amountCents: refundable, taxCents: taxLeft, pieces: piecesOfRest(left, 'unshipped') };
  const rest = left.filter((line) => line.left > 0);
  const lines = rest.map((line) => ({ toolId: line.toolId, quantity: line.left, shipped: 0 }));
  const { net, taxCents, pieces } = taxedLines(order, promised, piecesOfLines(lines, left, 'unshipped'));
  const amountCents = Math.min(net + Math.min(taxCents, taxLeft), refundable);
  return { amountCents, taxCents: Math.min(taxCents, taxLeft, amountCents), pieces };
}

/** What went back of an order or is about to, what can still, and the tax in that. Cents. */
export async function whatIsLeft(tx: Tx, order: OrderRow) {
  const promised = await promisedOf(tx, order);
  return {
    promised,
    refundable: order.totalCents - Math.max(order.refundedCents, promised.cents),
    taxLeft: Math.max(0, order.taxCents - promised.taxCents),
  };
}

/** Rounded over all lines given back so far, so that those of a whole order hold exactly its tax. */
export function taxedLines(order: OrderRow, promised: { netCents: number }, pieces: RefundedPieces[]) {
  const net = sumOf(pieces.map(({ netCents }) => netCents));
  return { net, pieces, taxCents: taxUpTo(order, promised.netCents + net) - taxUpTo(order, promised.netCents) };
}

/**
 * What of an order goes back that staff give back.
 * @throws AppError REFUND_TOO_LARGE, MORE_THAN_ORDERED, MORE_THAN_SHIPPED
 */
export async function whatGoesBack(
  tx: Tx,
  order: OrderRow,
  { amount, lines, backToStock = 'none' }: NewRefund,
): Promise<GoesBack> {
  const { promised, refundable, taxLeft } = await whatIsLeft(tx, order);
  const left = await leftToShip(tx, order.id);
  if (order.toInvoiceCents !== null)
    return whatIsCredited(tx, { order, left, refundable }, { amount, lines, backToStock });
  if (lines) {
    const { net, pieces, ...taxed } = taxedLines(order, promised, piecesOfLines(lines, left, backToStock));
    const taxCents = Math.min(taxed.taxCents, taxLeft);
    if (net + taxCents > refundable || net + taxCents === 0) throw await tooLarge(tx, refundable, 'lines');
    return { amountCents: net + taxCents, taxCents, pieces };
  }
  const inReturns = priceOfReturned(order, promised, left);
  const rest = Math.max(0, refundable - inReturns);
  const amountCents = amount === undefined ? rest : moneyToCents(amount)!;
  if (amountCents > refundable || amountCents === 0)
    throw await tooLarge(tx, amount === undefined ? rest : refundable, 'amount');
  const isRest = amountCents === rest && (amount === undefined || inReturns === 0);
  if (!isRest && backToStock !== 'none')
    throw invalid('backToStock', sentence('Send lines to say which pieces go back into stock'));
  const share = Math.round(((promised.cents + amountCents) * order.taxCents) / order.totalCents) - promised.taxCents;
  return {
    amountCents,
    taxCents: Math.max(0, Math.min(isRest && inReturns === 0 ? taxLeft : share, taxLeft, amountCents)),
    pieces: isRest ? piecesOfRest(left, backToStock) : [],
  };
}

/**
 * The same of an order that is invoiced as it leaves. A sum is taken off what was invoiced; what was not goes by its pieces, or with all.
 * @throws AppError REFUND_TOO_LARGE
 */
async function whatIsCredited(
  tx: Tx,
  { order, left, refundable }: { order: OrderRow; left: OrderedLine[]; refundable: number },
  { amount, lines, backToStock }: Pick<NewRefund, 'amount' | 'lines'> & { backToStock: BackToStock },
): Promise<GoesBack> {
  const invoiced = await readInvoiced(tx, order, left);
  // Of what is in returns, its settlement gives back or not: all that is left is then all other pieces.
  const isInReturns = left.some(({ returned }) => returned > 0);
  if (!lines && amount === undefined && isInReturns) return whatIsNotReturned(tx, invoiced, refundable, backToStock);
  const amountCents = amount === undefined ? refundable : moneyToCents(amount)!;
  const [isAll, most] = [amountCents === refundable && !isInReturns, creditableCents(invoiced)];
  if (!lines && (refundable === 0 || (!isAll && amountCents > most))) throw await tooLarge(tx, most, 'amount');
  if (!lines && !isAll && backToStock !== 'none')
    throw invalid('backToStock', sentence('Send lines to say which pieces go back into stock'));
  const credit = lines
    ? creditOfPieces(invoiced, piecesOfLines(lines, left, backToStock))
    : isAll
      ? creditOfAll(invoiced, piecesOfRest(left, backToStock))
      : creditOfAmount(invoiced, amountCents);
  if (credit === null || credit.amountCents === 0) throw await tooLarge(tx, refundable, lines ? 'lines' : 'amount');
  return { ...credit, credit };
}

/** What pieces in returns cost with their tax, which their settlement gives back or not. Cents. */
function priceOfReturned(order: OrderRow, promised: { netCents: number }, lines: OrderedLine[]): number {
  const net = sumOf(lines.map((line) => priceOfPieces(line, line.returned)));
  return net + taxUpTo(order, promised.netCents + net) - taxUpTo(order, promised.netCents);
}

function taxUpTo({ taxPercent }: OrderRow, netCents: number): number {
  return taxPercent === null ? 0 : Number(taxOn(BigInt(netCents), taxPercent));
}

export async function tooLarge(tx: Tx, refundable: number, path: string): Promise<AppError> {
  const { currency } = await settingsNow(tx);
  const left = formatMoney(centsToMoney(refundable), currency);
  return new AppError('REFUND_TOO_LARGE', sentence('At most {left} of this order can be refunded.', { left }), {
    facts: { refundable: centsToMoney(refundable) },
    issues: [{ path, message: sentence('At most {left}', { left }) }],
  });
}

/** @throws AppError REFUND_TOO_LARGE */
async function whatIsNotReturned(
  tx: Tx,
  invoiced: Awaited<ReturnType<typeof readInvoiced>>,
  refundable: number,
  backToStock: BackToStock,
): Promise<GoesBack> {
  const credit = creditOfPieces(invoiced, piecesOfRest(invoiced.ordered, backToStock));
  if (credit === null || credit.amountCents === 0) throw await tooLarge(tx, credit ? 0 : refundable, 'amount');
  return { ...credit, credit };
}

/** What is sent or on its way of an order's payment or settled of it, in cents; a refund that failed gave nothing back. */
export async function promisedOf(tx: Tx, { id, transactionId }: OrderRow) {
  const ofItsPayment = transactionId === null ? undefined : eq(refunds.paymentIntentId, transactionId);
  const standing = and(
    eq(refunds.orderId, id),
    or(eq(refunds.method, 'credit'), ofItsPayment),
    ne(refunds.state, 'failed'),
  );
  const [sums] = await tx
    .select({
      cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int`,
      taxCents: sql<number>`coalesce(sum(case when ${refunds.byInvoice} is null then coalesce(
        (select tax_cents from invoices where refund_id = refunds.id), ${refunds.taxCents}) else ${refunds.taxCents} end), 0)::int`,
    })
    .from(refunds)
    .where(standing);
  const [byLines] = await tx
    .select({ netCents: sql<number>`coalesce(sum(${refundLines.netCents}), 0)::int` })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refundLines.orderId, id), standing));
  return { cents: sums?.cents ?? 0, taxCents: sums?.taxCents ?? 0, netCents: byLines?.netCents ?? 0 };
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
