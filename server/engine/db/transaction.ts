import type { Database, Tx } from './client.ts';
import { isRetryable } from './faults.ts';

const effects = new WeakMap<Tx, (() => void)[]>();
const ATTEMPTS = 4;

/**
 * Runs `work` in one transaction and, after its commit, what `afterCommit` collected.
 * A deadlock or serialization failure is tried again, so `work` must have no effect outside the database.
 */
export async function transaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let collected: (() => void)[] = [];
    try {
      const answer = await database.db.transaction(async (tx) => {
        effects.set(tx, (collected = []));
        return work(tx);
      });
      for (const effect of collected) effect();
      return answer;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/** Puts off what must not happen unless the transaction commits: mail, cache drops, events. It must not throw. */
export function afterCommit(tx: Tx, effect: () => void): void {
  const list = effects.get(tx);
  if (!list) throw new Error('afterCommit needs a transaction opened by transaction()');
  list.push(effect);
}
