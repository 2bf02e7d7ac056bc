import { setTimeout as pause } from 'node:timers/promises';
import type { Reader, ReplicaStanding } from './client.ts';
import { isUnavailable } from './faults.ts';

/** How often a replica that is behind is asked how far it is, in ms. */
const LOOK_EVERY_MS = 50;
/** A replica that failed is left alone for so long, in ms. */
const REST_MS = 5_000;

/** A replica's connections. */
export interface Replica extends Reader {
  close(): Promise<void>;
}

/** Copies of the database that answer public reads, as long as they have everything that was written. */
interface Replicas {
  /** Runs a read on a replica that is up to date, else on the primary; a replica that fails is made up for there too. */
  read<T>(work: (from: Reader) => Promise<T>): Promise<T>;
  /** After a write, here or in another process: no replica is read until it has replayed it. */
  wrote(): void;
  /** How each of them stands just now. */
  standings(): ReplicaStanding[];
  close(): Promise<void>;
}

/**
 * Reads by turns from replicas, never from one that is behind what this process has heard of: what is read is cached until
 * the next write, so it must not be older than the last one. In a storm of writes all reads go to the primary.
 */
export function createReplicas(primary: Reader, replicas: readonly Replica[]): Replicas {
  const states = replicas.map((replica) => ({
    replica,
    usable: false,
    away: false,
    restUntil: 0,
    writes: 0,
    looking: false,
  }));
  type State = (typeof states)[number];
  let turn = 0;
  const over = new AbortController();

  /** Waits until the replica has replayed what the primary has written by now. */
  const catchUp = async (state: State) => {
    if (state.looking) return;
    state.looking = true;
    try {
      while (!over.signal.aborted && !state.usable) {
        const seen = state.writes;
        try {
          const [at] = await primary.raw<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
          const standing = await standingOf(state.replica, at?.lsn ?? '0/0');
          state.away = standing === 'no replica';
          if (standing === 'even') state.usable = state.writes === seen;
          else await pause(standing === 'behind' ? LOOK_EVERY_MS : REST_MS, undefined, { ref: false });
        } catch {
          state.away = true;
          await pause(REST_MS, undefined, { ref: false });
        }
      }
    } finally {
      state.looking = false;
    }
  };

  const wrote = () => {
    for (const state of states) {
      state.usable = false;
      state.writes++;
      void catchUp(state);
    }
  };
  wrote();

  const next = (): State | undefined => {
    for (let tries = 0; tries < states.length; tries++) {
      const state = states[turn++ % states.length]!;
      if (state.usable && state.restUntil <= Date.now()) return state;
    }
    return undefined;
  };

  return {
    wrote,
    standings: () =>
      states.map(({ usable, away }) => {
        if (away) return 'away';
        return usable ? 'even' : 'behind';
      }),
    async read(work) {
      const state = next();
      if (!state) return work(primary);
      try {
        const answer = await work(state.replica);
        state.away = false;
        return answer;
      } catch (error) {
        // Away, or it had to cancel the read to go on replaying (40001): the primary knows.
        if (!isUnavailable(error)) throw error;
        state.away = true;
        state.restUntil = Date.now() + REST_MS;
        return work(primary);
      }
    },
    async close() {
      over.abort();
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

/** A server that replays nothing is no replica, or one that was promoted: it has no say about the primary. */
async function standingOf(replica: Reader, lsn: string): Promise<'even' | 'behind' | 'no replica'> {
  const [row] = await replica.raw<{ recovering: boolean; done: boolean }>(
    `select pg_is_in_recovery() as recovering, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as done`,
    [lsn],
  );
  if (!row?.recovering) return 'no replica';
  return row.done ? 'even' : 'behind';
}
