import type { Database } from '#server/db/client.ts';

/** How many rows each kind of data was taken from. */
export interface Forgotten {
  orders: number;
  audit: number;
  sessions: number;
}

/** Orders in one statement; what is left, the next day takes. */
const BATCH = 5_000;

/**
 * Takes away what is no longer needed of people after so many months: orders that came to nothing and for which no money
 * ever moved, who acted in the audit log (that it was done stays), and on what device a session was that has ended. Paid
 * orders are kept whole, as books must be.
 */
export async function forgetPeople(database: Database, months: number): Promise<Forgotten> {
  const count = async (sql: string) => (await database.raw(sql, [months])).length;
  return {
    orders: await count(
      `with gone as (
         select id from orders o where state in ('deleted', 'expired')
           and coalesce(closed_at, created_at) < now() - make_interval(months => $1)
           and not exists (select from refunds where order_id = o.id) and not exists (select from payments where order_id = o.id)
         limit ${BATCH}),
       intents as (delete from payment_intents where order_id in (select id from gone))
       delete from orders where id in (select id from gone) returning 1`,
    ),
    audit: await count(
      `update audit_log set actor_email = '', details = details - array['email', 'from', 'to', 'name', 'address', 'phone']
       where created_at < now() - make_interval(months => $1)
         and (actor_email <> '' or details ?| array['email', 'name', 'address', 'phone']) returning 1`,
    ),
    sessions: await count(`delete from sessions where expires_at < now() - make_interval(months => $1) returning 1`),
  };
}
