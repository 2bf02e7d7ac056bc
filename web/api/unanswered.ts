import { ApiError } from './api-error.ts';

/** What was sent and has no answer yet, by a hash of what it says: its key, and when it was sent first, in ms since 1970. */
type UnansweredCalls = Record<string, { key: string; at: number }>;

const KEPT = 'tradebench.unanswered';
const DAY_MS = 86_400_000;
/** How many are kept; nobody loses more answers in one tab. */
const MOST = 100;

/** Where they are kept: over a reload, for this tab alone. */
export type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Keys for what this tab sends: the same content has the same key until an answer came, so that a double click, or another press
 * after a lost answer, is the same call. Other content has another key, and so has the same content once it was answered.
 */
export function createUnanswered(keeper: Keeper, now: () => number = Date.now, newKey = () => crypto.randomUUID()) {
  const read = (): UnansweredCalls => {
    try {
      const kept: unknown = JSON.parse(keeper.getItem(KEPT) ?? '{}');
      return typeof kept === 'object' && kept !== null ? (kept as UnansweredCalls) : {};
    } catch {
      return {};
    }
  };
  // Where a browser keeps nothing, a page does.
  let kept = read();
  const write = (next: UnansweredCalls) => {
    kept = next;
    try {
      keeper.setItem(KEPT, JSON.stringify(next));
    } catch {
      // The storage is full or blocked: the page itself still knows them.
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
 * Sends a call with the key of what it says.
 * @param said the call and all that it sends, as JSON can say it @param run sends it with this header
 */
export async function withKey<T>(
  said: unknown[],
  run: (header: { 'idempotency-key': string }) => Promise<T>,
): Promise<T> {
  const content = JSON.stringify(said);
  try {
    const answer = await run({ 'idempotency-key': unanswered().keyFor(content) });
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
