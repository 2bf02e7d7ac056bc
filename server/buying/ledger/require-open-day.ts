import { eq } from 'drizzle-orm';
import { type Day, writtenDay } from '#contract/days.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
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
  throw new AppError('PERIOD_CLOSED', `The books are closed up to ${writtenDay(closedUntil)}. Use a later date.`, {
    facts: { closedUntil },
    issues: [{ path: 'date', message: `Enter a date after ${writtenDay(closedUntil)}` }],
  });
}
