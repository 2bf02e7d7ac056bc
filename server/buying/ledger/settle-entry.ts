import { asc, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { ledger, settlements } from '#server/buying/order-tables/ledger.sql.ts';
import { leftOfEntry } from './left-to-pay.ts';

type Entry = typeof ledger.$inferSelect;

/**
 * Settles what a new entry of a company's account settles by itself: the order that it belongs to (`settleOrder`). One that takes back
 * another takes back what that one settled.
 */
export async function settleEntry(tx: Tx, { companyId, orderId, reverses }: Entry): Promise<void> {
  if (companyId === null) return;
  if (reverses !== null) await takeBackSettlements(tx, reverses);
  else if (orderId !== null) await settleOrder(tx, orderId);
}

async function takeBackSettlements(tx: Tx, entryId: string): Promise<void> {
  const settled = await tx
    .select({
      creditId: settlements.creditId,
      debitId: settlements.debitId,
      cents: sql<number>`sum(${settlements.amountCents})::float8`,
      // Whose invoice is owed again, or whose credit is there again.
      orderId: sql<string | null>`(select other.order_id from ledger other
        where other.id = case settlements.credit_id when ${entryId} then settlements.debit_id else settlements.credit_id end)`,
    })
    .from(settlements)
    .where(or(eq(settlements.creditId, entryId), eq(settlements.debitId, entryId)))
    .groupBy(settlements.creditId, settlements.debitId)
    .orderBy(settlements.creditId, settlements.debitId);
  const standing = settled.filter(({ cents }) => cents !== 0);
  if (standing.length > 0)
    await tx
      .insert(settlements)
      .values(standing.map(({ creditId, debitId, cents }) => ({ creditId, debitId, amountCents: -cents })));
  // A credit note that was more than what was left of its invoice finds more left of it now.
  const freed = settled.flatMap(({ orderId }) => orderId ?? []);
  for (const orderId of [...new Set(freed)].toSorted()) await settleOrder(tx, orderId);
}

/** What an entry has left to settle, or to be settled, in cents. */
interface OpenEntry {
  id: string;
  left: number;
  /** Of a credit note: the invoice that it corrects, where its order may have others. */
  corrects: string | null;
}

/**
 * What belongs to one order settles that order first: a credit note the invoice that it corrects, then its payment and its credit notes
 * its invoices, the oldest first, and what is left of the credit notes the money that went back. Whoever calls it has locked the order.
 */
export async function settleOrder(tx: Tx, orderId: string): Promise<void> {
  const entries = await tx
    .select({
      id: ledger.id,
      isDebit: sql<boolean>`${ledger.amountCents} < 0`,
      left: sql<string>`${sql.raw(leftOfEntry('ledger'))}`,
      // A paper is its own entry.
      corrects: sql<string | null>`(select corrects from invoices where invoices.number = ${ledger.id})`,
    })
    .from(ledger)
    .where(eq(ledger.orderId, orderId))
    .orderBy(sql`${ledger.kind} = 'invoice' desc`, asc(ledger.createdAt), asc(ledger.id));
  const left = (isDebit: boolean): OpenEntry[] =>
    entries.flatMap(({ id, corrects, ...entry }) =>
      entry.isDebit === isDebit ? [{ id, corrects, left: Number(entry.left) }] : [],
    );
  const parts = settleInTurn(left(true), left(false));
  if (parts.length > 0) await tx.insert(settlements).values(parts);
}

/** Of what a credit note corrects as much as it has; then of each debit in turn as much as the credits have, the first of them first. */
function settleInTurn(debits: OpenEntry[], credits: OpenEntry[]): (typeof settlements.$inferInsert)[] {
  const sums = new Map<string, { creditId: string; debitId: string; amountCents: number }>();
  const left = new Map([...debits, ...credits].map((entry) => [entry.id, entry.left]));
  const settle = (creditId: string, debitId: string) => {
    const amountCents = Math.min(left.get(debitId) ?? 0, left.get(creditId)!);
    if (amountCents <= 0) return;
    for (const id of [creditId, debitId]) left.set(id, left.get(id)! - amountCents);
    const key = `${creditId} ${debitId}`;
    sums.set(key, { creditId, debitId, amountCents: (sums.get(key)?.amountCents ?? 0) + amountCents });
  };
  for (const { id, corrects } of credits) if (corrects !== null) settle(id, corrects);
  for (const debit of debits) for (const credit of credits) settle(credit.id, debit.id);
  return [...sums.values()];
}
