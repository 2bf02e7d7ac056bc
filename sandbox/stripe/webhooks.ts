import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { API_VERSION } from './api-call.ts';
import { webhookFate } from './faults.ts';
import { newId } from './ids.ts';
import { insertObject, type Query, type SandboxDatabase } from './store.ts';

/** How long the shop may take to answer a webhook before it counts as failed. */
const ANSWER_MS = 10_000;
/** A webhook whose process died while it was under way is sent again after this long. */
const LEASE_MS = 15_000;
/** Pauses before the second, third … attempt; after the last the webhook is given up. */
const BACKOFF_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 3_600_000, 3_600_000, 3_600_000, 3_600_000];
/** A reordered webhook waits for the next one, but not longer than this. */
const HELD_MS = 2_000;
/** How often a process looks for webhooks that another left behind. */
const IDLE_MS = 5_000;
const AT_ONCE = 4;

interface WebhookOptions {
  db: SandboxDatabase;
  deliver: (request: Request) => Promise<Response>;
  webhookUrl: string;
  webhookSecret: string;
  now: () => Date;
  /** How long a webhook is under way. */
  travelMs?: number;
}

interface Delivery {
  id: string;
  event: Stripe.Event;
  attempts: number;
}

/** What the API tells about an event's cause. */
interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
}

/** Signs a webhook body as Stripe does: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function signature(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** The queue of webhooks in the database: written with the action that causes them, sent afterwards, tried again until answered. */
export class Webhooks {
  readonly #options: WebhookOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #automatic = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Records the event and its delivery. */
  async enqueue(tx: Query, type: Stripe.Event['type'], object: object, cause: Cause, previous?: object): Promise<void> {
    const now = this.#options.now();
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(now.getTime() / 1000),
      data: previous ? { object, previous_attributes: previous } : { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
      type,
      // One shape serves all types here; the SDK's type ties each type to its object.
    } as unknown as Stripe.Event;
    await insertObject(tx, 'event', event);
    const fate = await webhookFate(tx, type);
    const copies = fate === 'lost' ? 0 : fate === 'doubled' ? 2 : 1;
    const held = fate === 'reordered';
    const at = new Date(now.getTime() + (this.#options.travelMs ?? 0) + (held ? HELD_MS : 0));
    for (let copy = 0; copy < copies; copy++) {
      await tx.query(
        `insert into sandbox_stripe.deliveries (event_id, state, held, next_at) values ($1, 'due', $2, $3)`,
        [event.id, held, at],
      );
    }
  }

  start(): void {
    this.#automatic = true;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#automatic = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Sends what is due soon; called after each change. */
  wake(): void {
    if (!this.#automatic) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#pass().finally(() => {
        this.#running = undefined;
        if (this.#again) this.wake();
      });
    }, 0);
  }

  /** Sends everything that is due now, one after the other, reordered webhooks last; waits until it is done. */
  async deliverDue(): Promise<void> {
    await this.#running;
    do {
      while (await this.#sendOne());
    } while (await this.#releaseHeld());
  }

  async #pass(): Promise<void> {
    try {
      do {
        this.#again = false;
        // Mostly nothing is due, and one look costs less than the several tries to take something.
        const next = await this.#nextAt();
        if (next === null || next > this.#options.now()) continue;
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            while (this.#automatic && (await this.#sendOne())) await this.#releaseHeld();
          }),
        );
      } while (this.#again && this.#automatic);
      this.#sleep(await this.#untilNext());
    } catch {
      // The database is away: the queue in it is not lost.
      this.#sleep(1_000);
    }
  }

  #sleep(ms: number): void {
    if (!this.#automatic) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.wake();
    }, ms).unref();
  }

  async #untilNext(): Promise<number> {
    const next = await this.#nextAt();
    if (!next) return IDLE_MS;
    return Math.min(IDLE_MS, Math.max(10, next.getTime() - this.#options.now().getTime()));
  }

  async #nextAt(): Promise<Date | null> {
    const rows = await this.#options.db.query<{ next_at: Date | null }>(
      `select min(next_at) as next_at from sandbox_stripe.deliveries where state = 'due'`,
    );
    return rows[0]?.next_at ?? null;
  }

  async #releaseHeld(): Promise<boolean> {
    const rows = await this.#options.db.query(
      `update sandbox_stripe.deliveries set held = false, next_at = $1 where held and state = 'due' returning id`,
      [this.#options.now()],
    );
    return rows.length > 0;
  }

  /** Claims one due delivery by a lease, so that no transaction is open while the shop answers. */
  async #sendOne(): Promise<boolean> {
    const { db, now } = this.#options;
    const [delivery] = await db.query<Delivery>(
      `update sandbox_stripe.deliveries set attempts = attempts + 1, held = false, next_at = $2
       where id = (
         select id from sandbox_stripe.deliveries where state = 'due' and next_at <= $1
         order by next_at, id limit 1 for update skip locked
       )
       returning id, attempts, (select data from sandbox_stripe.objects where id = event_id) as event`,
      [now(), new Date(now().getTime() + LEASE_MS)],
    );
    if (!delivery) return false;
    const sent = await this.#send(delivery);
    const pause = BACKOFF_MS[delivery.attempts - 1];
    const state = sent ? 'sent' : pause === undefined ? 'failed' : 'due';
    await db.query('update sandbox_stripe.deliveries set state = $2, next_at = $3 where id = $1', [
      delivery.id,
      state,
      new Date(now().getTime() + (pause ?? 0)),
    ]);
    return true;
  }

  async #send({ event }: Delivery): Promise<boolean> {
    const { webhookUrl, webhookSecret, deliver, now } = this.#options;
    // Stripe indents the body: a shop that signs what it parsed and wrote again fails here as there.
    const body = JSON.stringify(event, null, 2);
    const request = new Request(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(body, webhookSecret, Math.floor(now().getTime() / 1000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
    });
    try {
      return (await inTime(deliver(request))).ok;
    } catch {
      return false;
    }
  }
}

async function inTime(answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The webhook was not answered in time.')), ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
