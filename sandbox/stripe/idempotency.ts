import { createHash } from 'node:crypto';
import type { Answer } from './api-call.ts';
import { StripeProblem } from './problems.ts';
import type { Query } from './store.ts';

const MAX_KEY = 255;
const KEEP_MS = 24 * 3_600_000;

/** What a call must repeat for its key to be answered again. */
interface Fingerprint {
  endpoint: string;
  params: string;
}
export interface Replay extends Answer {
  requestId: string;
}

export function fingerprint(method: string, path: string, form: URLSearchParams): Fingerprint {
  const sorted = new URLSearchParams(form);
  sorted.sort();
  return { endpoint: `${method} ${path}`, params: createHash('sha256').update(sorted.toString()).digest('hex') };
}

/**
 * The answer kept for this key, if any; otherwise the key belongs to this transaction alone until it ends.
 * @throws 409 while another call with the key is under way, 400 where it was first used for something else.
 */
export async function claimKey(tx: Query, key: string, call: Fingerprint): Promise<Replay | undefined> {
  if (key.length > MAX_KEY) {
    throw new StripeProblem(400, {
      type: 'idempotency_error',
      message: `Idempotency keys can have up to ${MAX_KEY} characters, but ${key.length} were passed.`,
    });
  }
  const [lock] = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('sandbox_stripe ' || $1, 0)) as mine`,
    [key],
  );
  if (!lock?.mine) throw inUse(key);
  const [kept] = await tx.query<{ fingerprint: string; status: number; body: object; request_id: string }>(
    'select fingerprint, status, body, request_id from sandbox_stripe.idempotency where key = $1',
    [key],
  );
  if (!kept) return undefined;
  if (kept.fingerprint !== text(call)) throw mismatch(key, kept.fingerprint, call);
  return { status: kept.status, body: kept.body, requestId: kept.request_id };
}

export async function keepAnswer(tx: Query, key: string, call: Fingerprint, kept: Replay, now: Date): Promise<void> {
  await tx.query(
    `insert into sandbox_stripe.idempotency (key, fingerprint, status, body, request_id, created_at)
     values ($1, $2, $3, $4::jsonb, $5, $6) on conflict (key) do nothing`,
    [key, text(call), kept.status, JSON.stringify(kept.body), kept.requestId, now],
  );
}

/** Keys may be used afresh after a day. */
export async function forgetOldKeys(db: Query, now: Date): Promise<void> {
  await db.query('delete from sandbox_stripe.idempotency where created_at < $1', [new Date(now.getTime() - KEEP_MS)]);
}

export function inUse(key: string): StripeProblem {
  return new StripeProblem(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

function mismatch(key: string, first: string, call: Fingerprint): StripeProblem {
  const firstEndpoint = first.slice(0, first.lastIndexOf(' '));
  const message =
    firstEndpoint === call.endpoint
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${call.endpoint}' vs '${firstEndpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeProblem(400, { type: 'idempotency_error', message });
}

function text({ endpoint, params }: Fingerprint): string {
  return `${endpoint} ${params}`;
}
