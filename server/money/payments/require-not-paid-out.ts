import { sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';

/**
 * Makes sure that nothing of what came by an entry was sent back to its company as credit: that money is gone. Its order or company is locked.
 * @throws AppError CREDIT_PAID_OUT
 */
export async function requireNotPaidOut(tx: Tx, creditId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select d.id from settlements s join ledger d on d.id = s.debit_id
    where s.credit_id = ${creditId} and d.kind = 'payout' group by d.id having sum(s.amount_cents) > 0`);
  if (rows.length > 0)
    throw new AppError(
      'CREDIT_PAID_OUT',
      sentence('Credit from this payment was paid out to the company. Reverse that payout first.'),
    );
}
