import type { RouteName, Routes } from '#contract/routes.ts';
import { ApiError } from './api-error.ts';

/** Calls that make nothing, as their rows say. */
type Unkeyed = { [N in RouteName]: Routes[N] extends { key: 'none' } ? Routes[N]['call'] : never }[RouteName];
const UNKEYED = {
  'POST /price': true,
  'POST /order-lines': true,
  'POST /vat-number': true,
  'POST /picture-check': true,
  'POST /create-payment-intent': true,
  'POST /company/:id/payment-intent': true,
  'POST /webhooks/stripe': true,
} satisfies Record<Unkeyed, true>;

/** Whether the shop looks at the key of a call. */
function takesKey(id: string): boolean {
  return id.startsWith('POST ') && !Object.hasOwn(UNKEYED, id);
}

/** What was sent and has no answer yet, by a hash of what it says: its key, and when it was sent first, in ms since 1970. */
type Kept = Record<string, { key: string; at: number }>;

const KEPT = 'tradebench.unanswered';
const DAY_MS = 86_400_000;
/** So many of them are kept; more lost answers in one tab are nobody's. */
const MOST = 100;

/** Where they are kept: over a reload, for this tab alone. */
export type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Keys for what this tab sends: the same content has the same key until an answer came, so that a double click, or another press
 * after a lost answer, is the same call. Other content has another key, and so has the same content once it was answered.
 */
export function createUnanswered(keeper: Keeper, now: () => number = Date.now, newKey = () => crypto.randomUUID()) {
  const read = (): Kept => {
    try {
      const kept: unknown = JSON.parse(keeper.getItem(KEPT) ?? '{}');
      return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
    } catch {
      return {};
    }
  };
  // Where a browser keeps nothing, a page does.
  let kept = read();
  const write = (next: Kept) => {
    kept = next;
    try {
      keeper.setItem(KEPT, JSON.stringify(next));
    } catch {
      // It is full, or not allowed: the page knows them all the same.
    }
  };
  return {
    keyFor(content: string): string {
      const name = nameOf(content);
      const recent = Object.entries(kept).filter(([, { at }]) => now() - at < DAY_MS);
      const sent = new Map(recent).get(name) ?? { key: newKey(), at: now() };
      write({ ...Object.fromEntries(recent.slice(-MOST)), [name]: sent });
      return sent.key;
    },
    answered(content: string): void {
      const { [nameOf(content)]: _answered, ...others } = kept;
      write(others);
    },
  };
}

let ofTab: ReturnType<typeof createUnanswered> | undefined;

/** Those of this tab. A render sends nothing that has a key. */
function unanswered() {
  return (ofTab ??= createUnanswered({
    getItem: (name) => window.sessionStorage.getItem(name),
    setItem: (name, text) => window.sessionStorage.setItem(name, text),
  }));
}

/**
 * Sends a call with the key of what it says, where it takes one and has none of its own.
 * @param said all that it sends, as JSON can say it @param run sends it with these headers
 */
export async function withKey<T>(
  id: string,
  said: unknown,
  headers: Record<string, string>,
  run: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (!takesKey(id) || headers['idempotency-key'] !== undefined) return run(headers);
  const content = JSON.stringify([id, said]);
  const key = unanswered().keyFor(content);
  try {
    const answer = await run({ ...headers, 'idempotency-key': key });
    unanswered().answered(content);
    return answer;
  } catch (error) {
    if (isAnswer(error)) unanswered().answered(content);
    throw error;
  }
}

/** Whether a failure says that nothing was done; else it may have been, or may still be. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  if (code === 'UNEXPECTED_ANSWER' || code === 'IDEMPOTENCY_IN_PROGRESS') return false;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** A short name for a content, so that what somebody typed is not kept: two numbers of 32 bits (FNV-1a), and its length. */
function nameOf(content: string): string {
  const hashFrom = (seed: number) => {
    let hash = seed;
    for (let at = 0; at < content.length; at++) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(36);
  };
  return `${hashFrom(0x811c9dc5)}-${hashFrom(0x050c5d1f)}-${content.length}`;
}
