import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { AGEING, openDebitsOf } from '#server/buying/ledger/left-to-pay.ts';

/** How a company stands, in cents. */
interface Balance {
  /** What is left to pay of invoices and fees; each of the five parts holds what is overdue for so many days. */
  open: number;
  current: number;
  to30: number;
  to60: number;
  to90: number;
  over90: number;
  /** What came and settles nothing yet. */
  credit: number;
}

/**
 * The sums of a company's account. The sum of all entries is what is owed less its credit, since what settles an entry is taken off
 * both; so its credit is what is owed less that sum.
 */
export async function balanceOfCompany(db: Db, companyId: string): Promise<Balance> {
  const { rows } = await db.execute(sql`
    select ${AGEING}, (select coalesce(sum(amount_cents), 0) from ledger where company_id = ${companyId})::float8
      + coalesce(sum(rest), 0)::float8 as credit
    from (select rest, (select shop_today()) - due_on as late from (${openDebitsOf(sql`${companyId}`)}) open) owed`);
  return (rows as unknown as Balance[])[0]!;
}
