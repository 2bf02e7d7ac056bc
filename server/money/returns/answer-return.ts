import { sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import { dayOf } from '#contract/days.ts';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney } from '#contract/money.ts';
import { MAX_RETURN_MESSAGES } from '#contract/money/return-words.ts';
import type { ReturnAnswer } from '#contract/money/returns.ts';
import type { QuoteSide } from '#contract/buying/quotes.ts';
import { returnMessages, returns } from '#server/buying/order-tables/returns.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { type LockedReturn, lockReturn, requireAgreed, requireOpen } from './lock-return.ts';
import { priceOfReturn } from './price-of-return.ts';
import { sayReturnNumber } from './read-returns.ts';

/**
 * Agrees to a return, or refuses it. Once: whoever answers second is told.
 * @throws AppError RETURN_NOT_FOUND, RETURN_OVER, RETURN_ANSWERED; 400 at until or fee
 */
export async function answerReturn(tx: Tx, actor: Caller, id: string, answer: ReturnAnswer): Promise<void> {
  const locked = await lockReturn(tx, actor, id);
  requireOpen(locked);
  if (locked.row.state !== 'asked')
    throw new AppError('RETURN_ANSWERED', sentence('Somebody has already agreed to this return.'), {
      facts: { state: locked.row.state },
    });
  const number = sayReturnNumber(locked.row.number);
  if (!answer.agree) {
    const reason = (answer.reason ?? '').trim();
    await tx
      .update(returns)
      .set({ state: 'refused', reason, answeredAt: sql`now()`, closedAt: sql`now()` })
      .where(eq(returns.id, id));
    await record(tx, actor, 'return.refused', id, { number, reason });
    return;
  }
  // What is missing cannot be sent back.
  const sendBack = (answer.sendBack ?? true) && locked.lines.some(({ kind }) => kind !== 'missing');
  const { timeZone, currency } = await settingsNow(tx);
  if (answer.until !== undefined && answer.until < dayOf(new Date(), timeZone))
    throw invalid('until', sentence('The day cannot be over already'));
  const feeCents = cents(answer.fee ?? 0);
  const worth = feeCents > 0 ? (await priceOfReturn(tx, locked)).grossCents : 0;
  if (feeCents > worth)
    throw invalid(
      'fee',
      sentence('These pieces cost {worth}: the fee cannot be more', {
        worth: { amount: centsToMoney(worth), currency },
      }),
    );
  await tx
    .update(returns)
    .set({
      state: 'agreed',
      sendBack,
      until: sendBack ? (answer.until ?? null) : null,
      instructions: (answer.instructions ?? '').trim(),
      feeCents,
      answeredAt: sql`now()`,
    })
    .where(eq(returns.id, id));
  await record(tx, actor, 'return.agreed', id, { number, sendBack, fee: centsToMoney(feeCents) });
}

/** Ends a return: what was not settled never will be. @throws AppError RETURN_NOT_FOUND, RETURN_OVER, RETURN_NOT_AGREED */
export async function closeReturn(tx: Tx, actor: Caller, id: string, reason: string): Promise<void> {
  const locked = await lockReturn(tx, actor, id);
  requireAgreed(locked);
  await tx
    .update(returns)
    .set({ state: 'closed', reason: reason.trim(), closedAt: sql`now()` })
    .where(eq(returns.id, id));
  const pieces = locked.lines.reduce((sum, { quantity, settled }) => sum + quantity - settled, 0);
  await record(tx, actor, 'return.closed', id, { number: sayReturnNumber(locked.row.number), pieces, reason });
}

/**
 * Its buyer wants nothing of it any more. @throws AppError RETURN_NOT_FOUND, RETURN_OVER; FORBIDDEN for staff; RETURN_ANSWERED where
 *   pieces arrived or were settled
 */
export async function withdrawReturn(tx: Tx, caller: Caller, id: string): Promise<void> {
  const locked = await lockReturn(tx, caller, id);
  if (!locked.isBuyers)
    throw new AppError('FORBIDDEN', sentence('Only the buyer may withdraw a return. Refuse or close it instead.'));
  requireOpen(locked);
  if (locked.lines.some(({ arrived, settled }) => arrived > 0 || settled > 0))
    throw new AppError(
      'RETURN_ANSWERED',
      sentence('Pieces of this return have arrived or were settled. Write to us instead.'),
      {
        facts: { state: locked.row.state },
      },
    );
  await tx
    .update(returns)
    .set({ state: 'withdrawn', closedAt: sql`now()` })
    .where(eq(returns.id, id));
}

/**
 * Says something at a return, in whatever state: who was refused may ask why. @returns from which side
 * @throws AppError RETURN_NOT_FOUND, RETURN_FULL; FORBIDDEN for staff who do not answer returns
 */
export async function sayAtReturn(tx: Tx, caller: Caller, id: string, text: string): Promise<QuoteSide> {
  const locked = await lockReturn(tx, caller, id);
  requireSide(locked, caller);
  if ((await tx.$count(returnMessages, eq(returnMessages.returnId, id))) >= MAX_RETURN_MESSAGES)
    throw new AppError(
      'RETURN_FULL',
      sentence('A return can have at most {most, number} messages. Please continue by telephone.', {
        most: MAX_RETURN_MESSAGES,
      }),
    );
  const side = locked.isBuyers ? 'buyer' : 'shop';
  const { userId, name } = caller;
  await tx.insert(returnMessages).values({ id: newId(), returnId: id, side, userId, name, text });
  return side;
}

/** @throws AppError FORBIDDEN for staff who only look at returns */
export function requireSide({ isBuyers }: Pick<LockedReturn, 'isBuyers'>, caller: Caller): void {
  if (isBuyers || callerMay(caller, 'returns') || callerMay(caller, 'orders.ship')) return;
  throw new AppError('FORBIDDEN', sentence('Only staff who answer returns may do this.'));
}
