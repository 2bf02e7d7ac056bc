import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { leftOfInvoice } from '#server/buying/ledger/left-to-pay.ts';
import type { CreditOfInvoice } from '#server/buying/order-tables/invoices.sql.ts';
import { settlements } from '#server/buying/order-tables/ledger.sql.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';

interface GivenUp {
  id: string;
  cents: number;
  document: string;
  reason: string;
}

/**
 * Takes back what was given up of an invoice of an order, as far as a credit note is about to take it off: nobody paid that, so it is no
 * credit. What of a write-off goes beyond the credit note is given up anew. Whoever calls it has locked the order, and enters the
 * credit note after it.
 * @param credit what the credit note comes to, and of which invoice
 */
export async function takeWriteOffBack(
  tx: Tx,
  actor: Caller,
  order: typeof orders.$inferSelect,
  { invoiceNumber, totalCents: creditCents }: Pick<CreditOfInvoice, 'invoiceNumber' | 'totalCents'>,
): Promise<void> {
  if (order.companyId === null || order.writtenOffCents === 0) return;
  const { rows } = await tx.execute<{ [Name in keyof GivenUp]: GivenUp[Name] }>(sql`
    select c.id, c.amount_cents::float8 as cents, c.document, c.reason
    from ledger d join settlements s on s.debit_id = d.id join ledger c on c.id = s.credit_id
    where d.id = ${invoiceNumber} and c.kind = 'write-off'
    group by c.id having sum(s.amount_cents) > 0 order by c.created_at desc, c.id desc`);
  let [back, last]: [number, GivenUp | undefined] = [0, undefined];
  for (const row of rows) {
    if (back >= creditCents) break;
    await enterInLedger(tx, {
      companyId: order.companyId,
      kind: 'reversal',
      method: 'none',
      amountCents: -row.cents,
      reference: row.id,
      document: row.document,
      reason: 'A credit note takes it off',
      reverses: row.id,
      actorId: actor.userId,
    });
    back += row.cents;
    last = row;
  }
  // Earlier credit notes may have taken a part of it.
  const again = Math.min(back, await leftOfInvoice(tx, invoiceNumber)) - creditCents;
  if (last && again > 0) await giveUpAgain(tx, actor, order, { ...last, cents: again, invoiceNumber });
}

async function giveUpAgain(
  tx: Tx,
  actor: Caller,
  { companyId }: typeof orders.$inferSelect,
  { cents: amountCents, document, reason, invoiceNumber }: GivenUp & { invoiceNumber: string },
): Promise<void> {
  const id = newId();
  const entry = { kind: 'write-off', method: 'none', amountCents, reference: id, document, reason } as const;
  await enterInLedger(tx, { id, companyId, ...entry, actorId: actor.userId });
  // An invoice is its own entry.
  await tx.insert(settlements).values({ creditId: id, debitId: invoiceNumber, amountCents });
}
