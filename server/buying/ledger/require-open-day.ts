import { type Sentence, sentence } from '#contract/sentences.ts';
import { eq } from 'drizzle-orm';
import { type Day, dayOf } from '#contract/days.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { settings } from '#server/office/settings/settings.sql.ts';

/**
 * Makes sure that the books are open on the day that something is dated. Whoever closes them meanwhile waits for this transaction, so that
 * nothing comes in behind a close. What is dated today is never asked for: closed days lie before it.
 * @throws AppError PERIOD_CLOSED { closedUntil }
 */
export async function requireOpenDay(tx: Tx, day: Day): Promise<void> {
  await tx.select({ id: settings.id }).from(settings).where(eq(settings.id, 1)).for('share');
  const { closedUntil } = (await settingsNow(tx)).books;
  if (closedUntil === null || day > closedUntil) return;
  throw new AppError(
    'PERIOD_CLOSED',
    sentence('The books are closed up to {day}. Use a later date.', { day: { day: closedUntil } }),
    {
      facts: { closedUntil },
      issues: [{ path: 'date', message: sentence('Enter a date after {day}', { day: { day: closedUntil } }) }],
    },
  );
}

/**
 * Makes sure that what staff record can be dated on a day: neither to come nor closed, and not before what it is for.
 * @param begun when that was, and what is said of a day before it; null: any day before today does
 * @throws AppError PERIOD_CLOSED { closedUntil }; 400 at date
 */
export async function requireDayOfMoney(
  tx: Tx,
  day: Day,
  begun: { at: Date; earlier: Sentence } | null,
): Promise<void> {
  const { timeZone } = await settingsNow(tx);
  if (day > dayOf(new Date(), timeZone)) throw invalid('date', sentence('The date cannot be in the future'));
  await requireOpenDay(tx, day);
  if (begun !== null && day < dayOf(begun.at, timeZone)) throw invalid('date', begun.earlier);
}
