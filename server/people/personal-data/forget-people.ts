import type { Database } from '#server/engine/db/client.ts';

/** How many rows each kind of data was taken from. */
interface ForgottenCounts {
  orders: number;
  quotes: number;
  audit: number;
  actors: number;
  sessions: number;
  invitations: number;
}

/** Rows in one statement, which ends long before what limits it. */
const BATCH = 2_000;

/** Where it stands who of the staff did something, beside the audit log, and when that was. */
const ACTED = [
  ['stock_changes', 'actor_email', 'created_at'],
  ['shipments', 'actor_email', 'shipped_at'],
  ['bank_payments', 'actor_email', 'created_at'],
  ['bank_payments', 'undone_by', 'undone_at'],
  ['bank_imports', 'actor_email', 'created_at'],
  ['refund_requests', 'actor_email', 'answered_at'],
  ['order_events', 'actor_email', 'created_at'],
];

/**
 * Takes away what is no longer needed of people after so many months: orders that came to nothing and for which no money
 * ever moved, quotes of which no order came, who acted in the audit log and elsewhere (that it was done stays), and on what device a session was that has
 * ended. Paid orders are kept whole, as books must be.
 * @param stopping that the process ends: what is left then, the next time takes
 */
export async function forgetPeople(
  database: Database,
  months: number,
  stopping?: AbortSignal,
): Promise<ForgottenCounts> {
  const all = async (sql: string) => {
    for (let count = 0; ;) {
      const { length } = await database.raw(sql, [months]);
      count += length;
      if (length < BATCH || stopping?.aborted) return count;
    }
  };
  const orders = await all(
    `with gone as (
       select id from orders o where state in ('deleted', 'expired')
         and coalesce(closed_at, created_at) < now() - make_interval(months => $1)
         and not exists (select from refunds where order_id = o.id)
           and not exists (select from ledger where order_id = o.id)
       limit ${BATCH}),
     intents as (delete from payment_intents where order_id in (select id from gone))
     delete from orders where id in (select id from gone) returning 1`,
  );
  const quotes = await all(
    `delete from quotes where id in (
       select id from quotes q where coalesce(closed_at, valid_until, created_at) < now() - make_interval(months => $1)
         and not exists (select from orders where quote_id = q.id) limit ${BATCH})
     returning 1`,
  );
  const audit = await all(
    `update audit_log set actor_email = '', details = details - array['email', 'from', 'to', 'name', 'address', 'phone']
     where id in (
       select id from audit_log where created_at < now() - make_interval(months => $1)
         and (actor_email <> '' or details ?| array['email', 'from', 'to', 'name', 'address', 'phone'])
         limit ${BATCH}) returning 1`,
  );
  let actors = 0;
  for (const [table, who, at] of ACTED)
    actors += await all(
      `update ${table} set ${who} = ''
       where id in (select id from ${table} where ${at} < now() - make_interval(months => $1) and ${who} <> ''
         limit ${BATCH})
       returning 1`,
    );
  const sessions = await all(
    `delete from sessions where id in (
       select id from sessions where expires_at < now() - make_interval(months => $1) limit ${BATCH}) returning 1`,
  );
  const invitations = await all(
    `delete from company_invitations where id in (
       select id from company_invitations where least(ended_at, expires_at) < now() - make_interval(months => $1)
         limit ${BATCH})
     returning 1`,
  );
  return { orders, quotes, audit, actors, sessions, invitations };
}
