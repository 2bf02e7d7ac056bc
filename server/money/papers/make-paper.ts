import { sentence } from '#contract/sentences.ts';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { serialize } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { AppError } from '#server/engine/http/app-error.ts';
import { startThread } from '#server/engine/threads/start-thread.ts';
import { createSlots, type Slots } from '#server/slots.ts';
import type { PaperJob } from './paper-makers.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A paper of 1,000 lines in scripts that must be shaped takes ten seconds of a slow processor. */
const MAKING_MS = 60_000;
/** Who waits longer for their turn is told to come back: what was made meanwhile is there at once. */
const TURN_MS = 30_000;
/** So long the thread stays for the next paper, which needs its fonts, too. */
const IDLE_MS = 30_000;
const THREAD = { resourceLimits: { maxOldGenerationSizeMb: 512 } };
/** What is kept of made papers: about twenty of 1,000 lines, some hundred small ones. */
const KEPT_BYTES = 16 * 2 ** 20;

const inThread = createSlots(1, TURN_MS, busy);
const turns = new Map<string, { inTurn: Slots; waiting: number }>();
/** By what they were made from; the one that was asked for last comes last. */
const kept = new Map<string, Bytes>();
const making = new Map<string, Promise<Bytes>>();
let thread: { worker: Worker; idle?: NodeJS.Timeout } | undefined;

/**
 * The bytes of a paper, made in a thread where nobody waits for the processor: one at a time, and one of each person, so that
 * who asks for many makes nobody else wait for more than one of them. The same facts give the same bytes; those that were made
 * last are kept.
 * @param person whose turn it is: the id of who asks
 * @throws AppError SERVICE_UNAVAILABLE where the turn does not come
 */
export async function makePaper(person: string, job: PaperJob): Promise<Bytes> {
  const key = createHash('sha256').update(serialize(job)).digest('base64');
  const known = kept.get(key);
  if (known) {
    keep(key, known);
    return known;
  }
  let made = making.get(key);
  if (!made) {
    made = inPersonsTurn(person, () => inThread(() => makeInThread(job))).finally(() => making.delete(key));
    making.set(key, made);
  }
  const bytes = await made;
  keep(key, bytes);
  return bytes;
}

async function inPersonsTurn<T>(person: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(person) ?? { inTurn: createSlots(1, TURN_MS, busy), waiting: 0 };
  turns.set(person, turn);
  turn.waiting++;
  try {
    return await turn.inTurn(work);
  } finally {
    if (--turn.waiting === 0) turns.delete(person);
  }
}

async function makeInThread(job: PaperJob): Promise<Bytes> {
  thread ??= { worker: begunThread() };
  const { worker } = thread;
  clearTimeout(thread.idle);
  worker.ref();
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(job);
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(MAKING_MS) })) as [Bytes];
    // Between two papers it keeps no process from its end.
    worker.unref();
    thread.idle = setTimeout(endThread, IDLE_MS).unref();
    return bytes;
  } catch (error) {
    endThread();
    throw error;
  }
}

function begunThread(): Worker {
  const worker = startThread('server/money/papers/paper-worker.ts', THREAD);
  // What goes wrong while it makes a paper is heard there; one that ends between two papers is begun anew.
  worker.on('error', endThread);
  return worker;
}

function endThread(): void {
  void thread?.worker.terminate();
  thread = undefined;
}

function keep(key: string, bytes: Bytes): void {
  kept.delete(key);
  kept.set(key, bytes);
  let sum = 0;
  for (const each of kept.values()) sum += each.length;
  for (const [oldest, each] of kept) {
    if (sum <= KEPT_BYTES) break;
    kept.delete(oldest);
    sum -= each.length;
  }
}

function busy(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    sentence('Many documents are being created right now. Try again in a moment.'),
    {
      retryAfter: 5,
    },
  );
}
