import { z } from 'zod';
import type { SandboxDatabase, Query } from './store.ts';

const onCalls = {
  /** GET, POST or DELETE; not set: any. */
  method: z.string().toUpperCase().optional(),
  /** Such as `/v1/payment_intents/*` + `/confirm`, where a star stands for anything; not set: any. */
  path: z.string().optional(),
  /** How many matching calls it befalls. */
  times: z.int().min(1).default(1),
};

/** A fault as a test orders it. */
export const Fault = z.discriminatedUnion('kind', [
  /** An answer with this status, before the call has any effect, or after it. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    when: z.enum(['before', 'after']).default('before'),
    ...onCalls,
  }),
  /** The effect, or only the answer, is late by this many milliseconds. */
  z.strictObject({
    kind: z.literal('delay'),
    ms: z.int().min(0).max(600_000),
    when: z.enum(['before', 'after']).default('before'),
    ...onCalls,
  }),
  /** The effect happens and the answer is lost. */
  z.strictObject({ kind: z.literal('cut'), ...onCalls }),
  /** A webhook that never comes, comes twice, or after the next one. `event` is a type, where a star stands for anything. */
  z.strictObject({
    kind: z.literal('webhook'),
    fate: z.enum(['lost', 'doubled', 'reordered']),
    event: z.string().optional(),
    times: onCalls.times,
  }),
]);
export type Fault = z.input<typeof Fault>;
type Ordered = z.output<typeof Fault>;
export type CallFault = Exclude<Ordered, { kind: 'webhook' }>;
type WebhookFate = Extract<Ordered, { kind: 'webhook' }>['fate'];

/** Orders faults for the next matching calls or webhooks; kept in the database, so that they reach every process. */
export interface FaultControl {
  add(fault: Fault): Promise<void>;
  /** What has been ordered and not yet befallen anything. */
  list(): Promise<(Ordered & { remaining: number })[]>;
  clear(): Promise<void>;
}

export function faultControl(db: SandboxDatabase): FaultControl {
  return {
    async add(fault) {
      const ordered = Fault.parse(fault);
      await db.query('insert into sandbox_stripe.faults (fault, remaining) values ($1::jsonb, $2)', [
        JSON.stringify(ordered),
        ordered.times,
      ]);
    },
    async list() {
      const rows = await db.query<{ fault: Ordered; remaining: number }>(
        'select fault, remaining from sandbox_stripe.faults where remaining > 0 order by id',
      );
      return rows.map(({ fault, remaining }) => ({ ...fault, remaining }));
    },
    async clear() {
      await db.query('delete from sandbox_stripe.faults');
    },
  };
}

/** The oldest fault that this call matches, used up once. */
export async function callFault(db: Query, method: string, path: string): Promise<CallFault | undefined> {
  return take<CallFault>(
    db,
    `fault ->> 'kind' <> 'webhook' and coalesce(fault ->> 'method', $1) = $1
       and $2 like replace(coalesce(fault ->> 'path', '*'), '*', '%')`,
    [method, path],
  );
}

/** What is to become of the webhook of an event of this type; undefined: it simply comes. */
export async function webhookFate(db: Query, type: string): Promise<WebhookFate | undefined> {
  const fault = await take<{ fate: WebhookFate }>(
    db,
    `fault ->> 'kind' = 'webhook' and $1 like replace(coalesce(fault ->> 'event', '*'), '*', '%')`,
    [type],
  );
  return fault?.fate;
}

async function take<T>(db: Query, matches: string, params: string[]): Promise<T | undefined> {
  const rows = await db.query<{ fault: T }>(
    `update sandbox_stripe.faults set remaining = remaining - 1
     where id = (select id from sandbox_stripe.faults where remaining > 0 and ${matches}
       order by id limit 1 for update skip locked)
     returning fault`,
    params,
  );
  return rows[0]?.fault;
}
