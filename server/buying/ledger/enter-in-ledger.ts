import type { SQL } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { requireOpenDay } from './require-open-day.ts';
import { settleEntry } from './settle-entry.ts';

/** An id is made where none is said, the moment is now, and the day the bank's, or else today. */
type NewEntry = Omit<typeof ledger.$inferInsert, 'id' | 'createdAt'> & { id?: string; createdAt?: SQL };

/**
 * Writes one line of the ledger, and settles by it what belongs to the same order, or takes back what the entry settled that it takes
 * back. Whoever calls it has locked the order, or the company of an entry that is of none. What moved money or is a paper is entered
 * once: a line of the same kind and reference is not written again.
 * @returns its id; null where it was entered before
 * @throws AppError PERIOD_CLOSED where it is dated on a day that the books are closed for
 */
export async function enterInLedger(tx: Tx, entry: NewEntry): Promise<string | null> {
  if (entry.receivedOn) await requireOpenDay(tx, entry.receivedOn);
  const [written] = await tx
    .insert(ledger)
    .values({ id: newId(), ...(entry.receivedOn ? { day: entry.receivedOn } : {}), ...entry })
    .onConflictDoNothing({ target: [ledger.kind, ledger.reference] })
    .returning();
  if (!written) return null;
  await settleEntry(tx, written);
  return written.id;
}
