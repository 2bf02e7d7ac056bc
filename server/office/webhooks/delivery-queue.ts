import type { Database } from '#server/engine/db/client.ts';
import { LONGEST_PAUSE_SECONDS, pauseAfter } from './pauses.ts';
import { lookedAfter } from './webhooks.ts';

/** A process that died while sending leaves its message to the others after this long; more than the longest attempt. */
const CLAIM_SECONDS = 60;
/** How long messages and what was answered to them are kept. */
const KEEP_DAYS = 30;
/** An endpoint to which nothing could be delivered for so long is disabled with the next message that is given up. */
const FAILING_HOURS = 70;

/** A delivery that is to be tried now, with all that it needs. */
export interface DueDelivery {
  id: string;
  attempts: number;
  webhookId: string;
  /** The punch-out connection whose buyer it is for; null: it tells of an event. */
  connectionId: string | null;
  url: string;
  secret: string;
  formerSecret: string | null;
  message: string;
  type: string;
  data: unknown;
  createdAt: Date;
}

/** What became of a delivery with a try; pending: it is tried again. */
export type Became = 'pending' | 'delivered' | 'failed';

/** What came of a try: a status with the answer's beginning, or why there is none; how long it took, in ms. */
export interface Outcome {
  status: number | null;
  answer: string;
  problem: string | null;
  ms: number;
}

/**
 * Takes the delivery that has been due longest; all processes share them.
 * @param busy webhooks that get no more at the moment
 */
export async function takeDue(database: Database, busy: string[]): Promise<DueDelivery | undefined> {
  const [due] = await database.raw<DueDelivery>(
    `update webhook_deliveries d
     set attempts = d.attempts + 1, next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
     from webhooks w, webhook_messages m
     where d.id = (
         select due.id from webhook_deliveries due join webhooks of on of.id = due.webhook_id
         where due.state = 'pending'
           and due.next_attempt_at not between now() and now() + interval '${LONGEST_PAUSE_SECONDS} seconds'
           and of.disabled_at is null
           and (of.connection_id is not null or ${lookedAfter('of.user_id')})
           and due.webhook_id <> all ($1::text[])
         order by due.next_attempt_at limit 1 for update of due skip locked)
       and w.id = d.webhook_id and m.id = d.message_id
     returning d.id, d.attempts, w.id as "webhookId", w.connection_id as "connectionId", w.url, w.secret,
       case when w.former_until > now() then w.former_secret end as "formerSecret",
       m.id as message, m.type, m.data, m.created_at as "createdAt"`,
    [busy],
    'take-webhook-delivery',
  );
  return due;
}

/** A try that was broken off counts as none. */
export async function giveBack(database: Database, { id }: DueDelivery): Promise<void> {
  await database.raw(
    `update webhook_deliveries set attempts = attempts - 1, next_attempt_at = now()
     where id = $1 and state = 'pending'`,
    [id],
  );
}

/**
 * Keeps what came of a try, and says when the next one is.
 * @returns what became of the delivery, and whether its webhook has had nothing for FAILING_HOURS
 */
export async function keepOutcome(database: Database, due: DueDelivery, { status, answer, problem, ms }: Outcome) {
  const delivered = status !== null && status >= 200 && status < 300;
  const pause = delivered ? null : pauseAfter(due.attempts);
  const state: Became = delivered ? 'delivered' : pause === null ? 'failed' : 'pending';
  // Who removed the endpoint meanwhile wants to know no more.
  const [webhook] = await database.raw<{ failingLong: boolean }>(
    `with done as (
       update webhook_deliveries set state = $2, delivered_at = case when $2 = 'delivered' then now()
         else delivered_at end,
         next_attempt_at = now() + make_interval(secs => $3::float8)
       where id = $1 returning id, webhook_id
     ), told as (
       insert into webhook_answers (delivery_id, ms, status, answer, problem)
       select done.id, $4::int, $5::int, $6::text, $7::text from done
     )
     update webhooks set failing_since = case when $2 = 'delivered' then null else coalesce(failing_since, now()) end
     from done where webhooks.id = done.webhook_id
     returning coalesce(failing_since < now() - interval '${FAILING_HOURS} hours', false) as "failingLong"`,
    [due.id, state, pause ?? 0, ms, status, answer, problem],
  );
  return { state, failingLong: webhook?.failingLong ?? false };
}

/** Forgets messages of long ago, but those that are still to be delivered. */
export async function forgetOldMessages(database: Database): Promise<void> {
  await database.raw(
    `delete from webhook_messages m where created_at < now() - interval '${KEEP_DAYS} days' and not exists (
       select from webhook_deliveries where message_id = m.id and state = 'pending')`,
  );
}
