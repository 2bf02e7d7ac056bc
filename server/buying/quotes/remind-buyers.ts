import { sql } from 'drizzle-orm';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { endsSoon, tellBuyer } from './quote-letters.ts';

const MINUTE_MS = 60_000;
/** So many days before its last an offer is said to end. */
const DAYS_BEFORE = 2;
/** So many letters in one transaction. */
const AT_ONCE = 20;

type Needs = Pick<Parts, 'config' | 'database'> & { mail: Mail };

/** Tells buyers, by the clock, that an offer ends. */
export function remindBuyersJob(parts: Needs): ScheduledJob {
  return {
    name: 'quotes-that-end',
    everyMs: 10 * MINUTE_MS,
    withinMs: 10 * MINUTE_MS,
    run: () => remindBuyers(parts),
  };
}

/** Writes once of each version whose last day is near, unless it was offered for no longer than that. */
export async function remindBuyers(parts: Needs): Promise<void> {
  for (;;) {
    const told = await transaction(parts.database, async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        update quotes set reminded_version = version where id in (
          select q.id from quotes q join quote_versions v on v.quote_id = q.id and v.version = q.version
          where q.state = 'offered' and q.reminded_version < q.version
            and q.valid_until between shop_today() and shop_today() + ${DAYS_BEFORE}::int
            and (v.created_at at time zone shop_zone())::date < q.valid_until - ${DAYS_BEFORE}::int
          order by q.valid_until limit ${AT_ONCE} for update of q skip locked)
        returning id`);
      for (const { id } of rows) await tellBuyer(tx, parts, id, endsSoon);
      return rows.length;
    });
    if (told < AT_ONCE) return;
  }
}
