import type { Database } from '#server/engine/db/client.ts';

/** How the shop stands, as far as an operator watches it. */
export interface ShopState {
  /** Of the last 24 hours. */
  orders: { state: string; count: number; cents: number }[];
  unpaid: number;
  openIntents: number;
  refunds: { due: number; failed: number };
  /** What was written and not every follower has read. */
  news: { waiting: number; oldestSeconds: number };
  mails: { waiting: number; failed: number; oldestSeconds: number };
  /** Unix time in seconds at which each scheduled job last ended well. */
  lastSuccess: { job: string; at: number }[];
}

/** Read by indexes alone, so that it costs the same in a shop with a million orders. @returns undefined without the database */
export async function readState(database: Database): Promise<ShopState | undefined> {
  try {
    const [row] = await database.raw<ShopState>(`select
      (select coalesce(json_agg(json_build_object('state', state, 'count', count, 'cents', cents)), '[]') from
        (select state, count(*) as count, sum(total_cents) as cents from orders
         where created_at > now() - interval '24 hours' group by state) as recent) as orders,
      (select count(*)::int from orders where state = 'unpaid') as unpaid,
      (select count(*)::int from payment_intents where status not in ('succeeded', 'canceled')) as "openIntents",
      (select json_build_object('due', count(*) filter (where state = 'due'),
        'failed', count(*) filter (where state = 'failed'))
         from refunds where state <> 'sent') as refunds,
      (select json_build_object('waiting', count(*),
        'oldestSeconds', coalesce(extract(epoch from now() - min(created_at)), 0),
         'failed', (select count(*) from mails where failed_at is not null
           and created_at > now() - interval '48 hours'))
         from mails where sent_at is null and failed_at is null) as mails,
      (select json_build_object('waiting', count(*), 'oldestSeconds', coalesce(extract(epoch from now() - min(at)), 0))
        from news) as news,
      (select coalesce(json_agg(json_build_object('job', name, 'at', extract(epoch from succeeded_at))), '[]')
         from scheduled_jobs where succeeded_at is not null) as "lastSuccess"`);
    return row;
  } catch {
    return undefined;
  }
}

/** node-postgres' own figures; undefined where the database is in the process. */
export function poolOf({ db }: Database): { totalCount: number; idleCount: number; waitingCount: number } | undefined {
  const client: unknown = '$client' in db ? db.$client : undefined;
  const isPool = typeof client === 'object' && client !== null && 'waitingCount' in client;
  return isPool ? (client as { totalCount: number; idleCount: number; waitingCount: number }) : undefined;
}
