import { setMaxListeners } from 'node:events';
import { MOST_WEBHOOKS } from '#contract/office/webhooks.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { unseal } from '#server/people/identity/secrets.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { observedJob } from '#server/engine/observe/observer.ts';
import { bodyOf } from './deliveries.ts';
import { queueDisabledLetters } from './disabled-letter.ts';
import { NotOutside, post } from '#server/engine/outside/outside.ts';
import { LONGEST_PAUSE_SECONDS, pauseAfter } from './pauses.ts';
import { signedHeaders } from './sign.ts';
import { disableWebhook, lookedAfter } from './webhooks.ts';

const LOOK_EVERY_MS = 2_000;
const CLEAR_EVERY_MS = 3_600_000;
/**
 * How many messages one process sends at once to one endpoint, and to all: as many as there may be for each, so that those
 * that never answer hold up no other.
 */
const LANES_OF_ONE = 2;
const LANES = MOST_WEBHOOKS * LANES_OF_ONE;
/** A process that died while sending leaves its message to the others after this long; more than the longest attempt. */
const CLAIM_SECONDS = 60;
/** How long messages and what was answered to them are kept. */
const KEEP_DAYS = 30;
/** An endpoint to which nothing could be delivered for so long is disabled with the next message that is given up. */
const FAILING_HOURS = 70;

/** Sends what the triggers wrote down; all processes share the work. */
export interface WebhookSender {
  /** Sends what is due now. */
  sendDue(): Promise<void>;
  start(): void;
  /** Breaks off what is being sent; another process, or this one when it is started again, sends it. */
  stop(): Promise<void>;
}

interface Due {
  id: string;
  attempts: number;
  webhookId: string;
  url: string;
  secret: string;
  formerSecret: string | null;
  message: string;
  type: string;
  data: unknown;
  createdAt: Date;
}

interface Outcome {
  status: number | null;
  answer: string;
  problem: string | null;
  ms: number;
}

/** What the sender is built from. */
export interface WebhookSenderParts {
  config: Config;
  database: Database;
  mail: Mail;
  log: Log;
}

/** Ends what all lanes have open. */
function leave(): AbortController {
  const leaving = new AbortController();
  setMaxListeners(LANES, leaving.signal);
  return leaving;
}

export function createWebhookSender({ config, database, mail, log }: WebhookSenderParts): WebhookSender {
  const timers: NodeJS.Timeout[] = [];
  const inFlight = new Map<string, number>();
  let leaving = leave();
  const lanes = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;

  const take = async (): Promise<Due | undefined> => {
    const busy = [...inFlight].filter(([, lanes]) => lanes >= LANES_OF_ONE).map(([id]) => id);
    const [due] = await database.raw<Due>(
      `update webhook_deliveries d
       set attempts = d.attempts + 1, next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
       from webhooks w, webhook_messages m
       where d.id = (
           select due.id from webhook_deliveries due join webhooks of on of.id = due.webhook_id
           where due.state = 'pending'
             and due.next_attempt_at not between now() and now() + interval '${LONGEST_PAUSE_SECONDS} seconds' and of.disabled_at is null
             and ${lookedAfter('of.user_id')}
             and due.webhook_id <> all ($1::text[])
           order by due.next_attempt_at limit 1 for update of due skip locked)
         and w.id = d.webhook_id and m.id = d.message_id
       returning d.id, d.attempts, w.id as "webhookId", w.url, w.secret,
         case when w.former_until > now() then w.former_secret end as "formerSecret",
         m.id as message, m.type, m.data, m.created_at as "createdAt"`,
      [busy],
      'take-webhook-delivery',
    );
    if (due) inFlight.set(due.webhookId, (inFlight.get(due.webhookId) ?? 0) + 1);
    return due;
  };

  const attempt = async (due: Due): Promise<Outcome> => {
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    try {
      const sealed = [due.secret, ...(due.formerSecret === null ? [] : [due.formerSecret])];
      const secrets = await Promise.all(sealed.map((secret) => unseal(config, secret)));
      const body = bodyOf(due);
      const headers = signedHeaders(secrets, { id: due.message, body, at: new Date() });
      const answered = await observedJob('webhook', () =>
        post(due.url, { headers, body, allowed: config.webhookHosts, signal: leaving.signal }),
      );
      return { ...answered, problem: null, ms: took() };
    } catch (error) {
      return { status: null, answer: '', problem: sayProblem(error), ms: took() };
    }
  };

  const settle = async (due: Due, { status, answer, problem, ms }: Outcome): Promise<void> => {
    const delivered = status !== null && status >= 200 && status < 300;
    const pause = delivered ? null : pauseAfter(due.attempts);
    const state = delivered ? 'delivered' : pause === null ? 'failed' : 'pending';
    // Who removed the endpoint meanwhile wants to know no more.
    const [settled] = await database.raw<{ failingLong: boolean }>(
      `with done as (
         update webhook_deliveries set state = $2, delivered_at = case when $2 = 'delivered' then now() else delivered_at end,
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
    if (delivered) return;
    log.info(
      { webhook: due.webhookId, delivery: due.id, attempt: due.attempts, status },
      'a webhook was not delivered',
    );
    if (status === 410) await disable(due.webhookId, 'Its receiver answered 410 Gone');
    else if (state === 'failed' && settled?.failingLong === true)
      await disable(due.webhookId, 'Nothing could be delivered there for three days');
  };

  const disable = (id: string, because: string) =>
    transaction(database, async (tx) => {
      const url = await disableWebhook(tx, id, because);
      if (url === null) return;
      log.warn({ webhook: id, because }, 'a webhook was disabled');
      await queueDisabledLetters(tx, mail, { url, because, baseUrl: config.baseUrl });
    });

  const giveBack = (due: Due) =>
    database.raw(
      `update webhook_deliveries set attempts = attempts - 1, next_attempt_at = now() where id = $1 and state = 'pending'`,
      [due.id],
    );

  const lane = async (first: Due): Promise<void> => {
    for (let due: Due | undefined = first; due; due = leaving.signal.aborted ? undefined : await take()) {
      const { webhookId } = due;
      try {
        const outcome = await attempt(due);
        await (leaving.signal.aborted && outcome.status === null ? giveBack(due) : settle(due, outcome));
      } finally {
        const left = (inFlight.get(webhookId) ?? 1) - 1;
        if (left === 0) inFlight.delete(webhookId);
        else inFlight.set(webhookId, left);
      }
    }
  };

  const failed = (error: unknown) => log.warn({ error }, 'webhooks could not be sent; a later look goes on');

  /** Takes up what is due, on lanes that are free: none waits for the end of another. */
  const openLanes = async () => {
    while (lanes.size < LANES && !leaving.signal.aborted) {
      const first = await take();
      if (!first) return;
      const opened: Promise<void> = lane(first)
        .catch(failed)
        .finally(() => lanes.delete(opened));
      lanes.add(opened);
    }
  };

  const look = () => {
    looking ??= openLanes()
      .catch(failed)
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  const ended = async () => {
    await looking;
    while (lanes.size > 0) await Promise.all(lanes);
  };

  const clear = () =>
    database
      .raw(
        `delete from webhook_messages m where created_at < now() - interval '${KEEP_DAYS} days' and not exists (
           select from webhook_deliveries where message_id = m.id and state = 'pending')`,
      )
      .catch((error: unknown) => log.warn({ error }, 'old webhook messages could not be removed'));

  return {
    async sendDue() {
      await look();
      await ended();
    },
    start() {
      leaving = leave();
      timers.push(setInterval(() => void look(), LOOK_EVERY_MS).unref());
      timers.push(setInterval(() => void clear(), CLEAR_EVERY_MS).unref());
      void look();
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      leaving.abort();
      await ended();
    },
  };
}

/** In words for whoever reads the list of deliveries, without what a receiver's network looks like from inside. */
function sayProblem(error: unknown): string {
  if (error instanceof NotOutside) return error.message;
  if (!(error instanceof Error)) return 'It could not be sent';
  if (error.name === 'TimeoutError') return 'It took longer than 15 seconds';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return SAID[code] ?? `It could not be reached (${code})`;
}

const SAID: Record<string, string> = {
  ENOTFOUND: 'Its name leads nowhere',
  EAI_AGAIN: 'Its name could not be looked up',
  ECONNREFUSED: 'Nobody listens there',
  ECONNRESET: 'It broke the connection off',
  ETIMEDOUT: 'It could not be reached in time',
  ENETUNREACH: 'Its network cannot be reached',
  EHOSTUNREACH: 'It cannot be reached',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Nobody vouches for its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'Nobody vouches for its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Nobody vouches for its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
};
