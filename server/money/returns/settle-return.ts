import { type Sentence, ended, sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import { centsToMoney, formatMoney } from '#contract/money.ts';
import type { ReturnSettlement } from '#contract/money/returns.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { STATES } from '#server/buying/order-life/order-life.ts';
import type { refunds } from '#server/buying/order-tables/payments.sql.ts';
import { returnLines, returns } from '#server/buying/order-tables/returns.sql.ts';
import { lockTools } from '#server/catalogue/tools/lock-tools.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, type Complaint } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { tellNews } from '#server/engine/news/news.ts';
import type { CreditByInvoice } from '#server/money/payments/credit-by-invoice.ts';
import { giveBack } from '#server/money/payments/order-refunds.ts';
import { tooLarge } from '#server/money/payments/what-goes-back.ts';
import { requireWithinLimit } from '#server/money/payments/refund-limit.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { type LockedReturn, lockReturn, requireAgreed, type ReturnLineRow } from './lock-return.ts';
import { priceOfReturn } from './price-of-return.ts';
import { sayReturnNumber } from './read-returns.ts';
import { type Replacement, replacePieces } from './replace-pieces.ts';

type RefundRow = typeof refunds.$inferSelect;
type Piece = ReturnSettlement['lines'][number];

/** What settling came to. Money in cents. */
export interface Settled {
  refund: RefundRow | null;
  replacement: Replacement | null;
  /** What was kept of the money. */
  feeCents: number;
}

/**
 * Settles pieces of a return, under the lock of its order: as money by a refund, which a credit note follows, or by an order that
 * replaces them. Each piece is settled once, in however many windows; what a refund gave back meanwhile is settled by none.
 * @param book books the refund, in this transaction
 * @throws AppError RETURN_NOT_FOUND, RETURN_OVER, RETURN_NOT_AGREED, MORE_THAN_RETURNED, NOT_ARRIVED, MORE_THAN_SHIPPED, ORDER_NOT_PAID,
 *   ORDER_REFUNDED, REFUND_TOO_LARGE, REFUND_LIMIT, OUT_OF_STOCK, NUMBERS_UNKNOWN
 */
export async function settleReturn(
  tx: Tx,
  actor: Caller,
  id: string,
  { lines }: ReturnSettlement,
  book: (orderId: string, refund: RefundRow) => Promise<void>,
): Promise<Settled> {
  const locked = await lockReturn(tx, actor, id);
  requireAgreed(locked);
  requireReady(lines, locked);
  const tools = [...new Set(lines.map(({ toolId }) => toolId))];
  await lockTools(tx, tools);
  // Whatever they become, none of these was given back otherwise.
  const price = await priceOfReturn(tx, locked, together(lines));
  const asMoney = lines.filter(({ as }) => as === 'money');
  const others = lines.filter(({ as }) => as === 'replacement');
  if (others.length > 0 && locked.order.totalCents > 0 && price.refundable === 0)
    throw new AppError(
      'ORDER_REFUNDED',
      sentence('All money of this order was given back, so nothing more is given for it.'),
    );
  const replacement = others.length === 0 ? null : await replacePieces(tx, locked, others);
  const money = asMoney.length === 0 ? null : await giveMoney(tx, actor, locked, asMoney);
  const settled = { refund: money?.refund ?? null, replacement, feeCents: money?.feeCents ?? 0 };
  await noteSettled(tx, locked, lines, settled);
  await record(tx, actor, 'return.settled', id, {
    number: sayReturnNumber(locked.row.number),
    ...(money ? { amount: centsToMoney(money.refund?.amountCents ?? 0) } : {}),
    ...(replacement ? { replacement: replacement.number } : {}),
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  });
  await tellNews(tx, 'return.settled', [id]);
  // The numbers of papers are locked last (docs/decisions/361).
  if (settled.refund) await book(locked.order.id, settled.refund);
  return settled;
}

/** Writes down which pieces are settled, and that all are where they are. */
async function noteSettled(
  tx: Tx,
  { row }: LockedReturn,
  lines: Piece[],
  { refund, feeCents }: Settled,
): Promise<void> {
  for (const { toolId, quantity, as } of lines)
    await tx
      .update(returnLines)
      .set({
        settled: sql`${returnLines.settled} + ${quantity}`,
        ...(as === 'money' && refund ? { refunded: sql`${returnLines.refunded} + ${quantity}` } : {}),
      })
      .where(and(eq(returnLines.returnId, row.id), eq(returnLines.toolId, toolId)));
  const isDone = await allSettled(tx, row.id);
  await tx
    .update(returns)
    .set({
      feeKeptCents: row.feeKeptCents + feeCents,
      ...(isDone ? { state: 'closed' as const, closedAt: sql`now()` } : {}),
    })
    .where(eq(returns.id, row.id));
}

/** The pieces of each tool, whatever they become. */
function together(lines: Piece[]): { toolId: string; quantity: number }[] {
  const byTool = new Map<string, number>();
  for (const { toolId, quantity } of lines) byTool.set(toolId, (byTool.get(toolId) ?? 0) + quantity);
  return [...byTool].map(([toolId, quantity]) => ({ toolId, quantity }));
}

/** @throws AppError MORE_THAN_RETURNED, NOT_ARRIVED with an issue for each line of which not so many can be settled now */
function requireReady(lines: Piece[], { lines: known, row }: LockedReturn): void {
  const byTool = new Map(known.map((line) => [line.toolId, line]));
  const asked = new Map(together(lines).map(({ toolId, quantity }) => [toolId, quantity]));
  const issues = lines.flatMap(({ toolId }, index): (Complaint & { code: 'MORE_THAN_RETURNED' | 'NOT_ARRIVED' })[] => {
    const line = byTool.get(toolId);
    if (!line)
      return [
        {
          path: `lines.${index}.toolId`,
          code: 'MORE_THAN_RETURNED',
          message: sentence('This tool is not in the return'),
          left: 0,
        },
      ];
    const quantity = asked.get(toolId) ?? 0;
    const left = line.quantity - line.settled;
    const path = `lines.${index}.quantity`;
    if (quantity > left) return [{ path, code: 'MORE_THAN_RETURNED', message: moreThan(left), left }];
    const there = needsNoArrival(line, row) ? left : line.arrived - line.settled;
    return quantity > there ? [{ path, code: 'NOT_ARRIVED', message: notArrived(there), left: there }] : [];
  });
  const [first] = issues;
  if (!first) return;
  const facts = { toolId: lines[Number(first.path.split('.')[1])]?.toolId, left: first['left'] };
  throw new AppError(first.code, ended(first.message), { facts, issues });
}

function needsNoArrival({ kind }: ReturnLineRow, { sendBack }: LockedReturn['row']): boolean {
  return kind === 'missing' || sendBack === false;
}

function moreThan(left: number): Sentence {
  return left === 0
    ? sentence('All of these pieces are settled')
    : sentence('Only {left, number} of these pieces are left to settle', { left });
}

function notArrived(there: number): Sentence {
  if (there <= 0) return sentence('These pieces have not arrived yet. Count them first');
  return sentence(
    'Only {there, plural, one {# of these pieces has arrived and is} other {# of these pieces have arrived and are}} not settled',
    { there },
  );
}

/** @returns no refund where the fee is all that the pieces cost */
async function giveMoney(
  tx: Tx,
  actor: Caller,
  locked: LockedReturn,
  lines: Piece[],
): Promise<{ refund: RefundRow | null; feeCents: number }> {
  const { order, row } = locked;
  const number = sayReturnNumber(row.number);
  if (order.totalCents === 0)
    throw new AppError(
      'ORDER_NOT_PAID',
      sentence(
        'This order cost nothing, so there is no money to give back. Settle as a replacement, or refund an amount of the order that was paid.',
      ),
    );
  if (!STATES[order.state].isInvoiced)
    throw new AppError('ORDER_NOT_PAID', sentence('This order is not paid, so there is nothing to refund.'));
  await requireKnownNumbers(tx, 'credit-note');
  const { grossCents, taxCents, refundable, pieces, credit } = await priceOfReturn(tx, locked, lines);
  if (grossCents > refundable) throw await tooLarge(tx, refundable, 'lines');
  const feeCents = Math.min(row.feeCents - row.feeKeptCents, grossCents);
  const amountCents = grossCents - feeCents;
  if (amountCents === 0) return { refund: null, feeCents };
  const before = order.totalCents - refundable;
  await requireWithinLimit(tx, actor, before, amountCents);
  const { currency } = await settingsNow(tx);
  const less = feeCents === 0 ? '' : `, less a fee of ${formatMoney(centsToMoney(feeCents), currency)}`;
  const said = {
    id: newId(),
    reason: `Return ${number}${less}`,
    requestHash: null,
    returnId: row.id,
    feeCents,
    why: `Return ${number} of order ${order.number}`,
  };
  const kept = credit && lessFee(credit, feeCents);
  const decided = await giveBack(tx, actor, order, said, {
    amountCents,
    taxCents: kept ? kept.taxCents : shareOf(taxCents, amountCents, grossCents),
    pieces,
    ...(kept ? { credit: kept } : {}),
  });
  return { refund: decided.row, feeCents };
}

/** The fee is taken off the credit notes one after the other; what it takes whole is no credit note. */
function lessFee(credit: CreditByInvoice, feeCents: number): CreditByInvoice {
  let fee = feeCents;
  const byInvoice = credit.byInvoice.flatMap((note) => {
    const totalCents = note.totalCents - Math.min(fee, note.totalCents);
    fee -= note.totalCents - totalCents;
    const taxCents = shareOf(note.taxCents, totalCents, note.totalCents);
    return totalCents === 0 ? [] : [{ ...note, totalCents, taxCents }];
  });
  return {
    ...credit,
    byInvoice,
    amountCents: credit.amountCents - feeCents,
    taxCents: byInvoice.reduce((sum, note) => sum + note.taxCents, 0) + credit.uninvoicedTaxCents,
  };
}

/** So much of the tax as is in so much of the sum, half a cent up. */
function shareOf(taxCents: number, amountCents: number, grossCents: number): number {
  if (amountCents === grossCents) return taxCents;
  const [twice, gross] = [2n * BigInt(taxCents) * BigInt(amountCents), BigInt(grossCents)];
  return Number((twice + gross) / (2n * gross));
}

/** Whether nothing is left to settle: pieces that went back to the buyer are not. */
async function allSettled(tx: Tx, id: string): Promise<boolean> {
  const lines = await tx.select().from(returnLines).where(eq(returnLines.returnId, id));
  return lines.every(
    ({ quantity, settled, arrived, restocked, scrapped }) =>
      settled === quantity || (arrived === quantity && settled > 0 && settled === restocked + scrapped),
  );
}
