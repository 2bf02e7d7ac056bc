import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';

/** How a firm stands, in cents. */
export interface Balance {
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
 * The sums of a firm's account. What is owed less its credit is the sum of all entries, since what settles an entry is taken off
 * both.
 */
export async function balanceOfFirm(db: Db, companyId: string): Promise<Balance> {
  const { rows } = await db.execute<Record<keyof Balance, string>>(sql`
    with entry as materialized (
      select kind, amount_cents, due_on, rest_of(ledger) as rest from ledger where company_id = ${companyId}
    ), owed as (
      select rest, (select shop_today()) - due_on as late from entry where kind in ('invoice', 'fee')
    )
    select coalesce(sum(rest), 0) as open,
      coalesce(sum(rest) filter (where late <= 0), 0) as current,
      coalesce(sum(rest) filter (where late between 1 and 30), 0) as "to30",
      coalesce(sum(rest) filter (where late between 31 and 60), 0) as "to60",
      coalesce(sum(rest) filter (where late between 61 and 90), 0) as "to90",
      coalesce(sum(rest) filter (where late > 90), 0) as "over90",
      (select coalesce(sum(case when amount_cents > 0 then rest else -rest end), 0) from entry where kind not in ('invoice', 'fee')) as credit
    from owed`);
  const sums = rows[0]!;
  return {
    open: Number(sums.open),
    current: Number(sums.current),
    to30: Number(sums.to30),
    to60: Number(sums.to60),
    to90: Number(sums.to90),
    over90: Number(sums.over90),
    credit: Number(sums.credit),
  };
}
