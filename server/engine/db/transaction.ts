import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Tx } from './client.ts';
import { isRetryable } from './faults.ts';

const effects = new WeakMap<Tx, (() => void)[]>();
const ATTEMPTS = 4;

/** What goes into the first transaction that a piece of work commits. */
export interface WithinFirst {
  /** Before anything else is done in it. */
  begin(tx: Tx): Promise<void>;
  /** Before it is committed, with what it answers. */
  end(tx: Tx, answer: unknown): Promise<void>;
}

interface TransactionState {
  within: WithinFirst;
  state: 'none yet' | 'under way' | 'committed' | 'over';
}

const watching = new AsyncLocalStorage<TransactionState>();

/** Does `work` with something of one's own in the first transaction that it commits. @returns what it came to, and whether there was one */
export async function withinFirstTransaction<T>(
  within: WithinFirst,
  work: () => Promise<T>,
): Promise<{ committed: boolean } & ({ answer: T } | { error: unknown })> {
  const watched: TransactionState = { within, state: 'none yet' };
  const committed = () => {
    const was = watched.state === 'committed';
    // What it left running beside is no part of it any more.
    watched.state = 'over';
    return was;
  };
  try {
    const answer = await watching.run(watched, work);
    return { answer, committed: committed() };
  } catch (error) {
    return { error, committed: committed() };
  }
}

/**
 * Runs `work` in one transaction and, after its commit, what `afterCommit` collected.
 * A deadlock or serialization failure is tried again, so `work` must have no effect outside the database.
 */
export async function transaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const watched = watching.getStore();
  const first = watched?.state === 'none yet' ? watched : null;
  if (first) first.state = 'under way';
  for (let attempt = 1; ; attempt++) {
    let collected: (() => void)[] = [];
    try {
      const answer = await database.db.transaction(async (tx) => {
        effects.set(tx, (collected = []));
        await first?.within.begin(tx);
        const made = await work(tx);
        await first?.within.end(tx, made);
        return made;
      });
      if (first) first.state = 'committed';
      for (const effect of collected) effect();
      return answer;
    } catch (error) {
      if (attempt < ATTEMPTS && isRetryable(error)) continue;
      if (first) first.state = 'none yet';
      throw error;
    }
  }
}

/** Puts off what must not happen unless the transaction commits: mail, cache drops, events. It must not throw. */
export function afterCommit(tx: Tx, effect: () => void): void {
  const list = effects.get(tx);
  if (!list) throw new Error('afterCommit needs a transaction opened by transaction()');
  list.push(effect);
}
