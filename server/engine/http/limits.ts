import type { Sentence } from '#contract/sentences.ts';
import { createHash } from 'node:crypto';
import type { Database } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from './app-error.ts';

/** At most `max` in `seconds`, counted from the first. */
export interface Limit {
  /** What is limited, such as `sign-in from an address`. */
  what: string;
  /** For whom: an address, an e-mail, a user. Kept only as a hash. */
  whom: string;
  max: number;
  seconds: number;
}

/** One row in so many uses is a good moment to clear away old ones. */
const CLEAN_EVERY = 200;
/** As long as the longest window. */
const KEEP_SECONDS = 86_400;

/**
 * The database's own time in ms: every process judges a window by the same clock, however its own is set. Read where it
 * stands, so that a call that waited for the row is not taken for one of before.
 */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

export interface Limits {
  /** Counts one more; answers null, or in how many seconds another try makes sense. Shared by all processes. */
  take(limit: Limit): Promise<number | null>;
  /** Forgets what was counted, after a success. */
  forget(limit: Limit): Promise<void>;
}

/** Limits for what changes something or is tried against somebody, counted in the database; createNetworkLimit counts without it. */
export function createLimits(database: Database): Limits {
  return {
    async take({ what, whom, max, seconds }) {
      // A row from beyond the window's length ahead was written before the database's clock was set back.
      const isOpen = `rate_limits.last_request between ${NOW} - $3::bigint and ${NOW} + $3::bigint`;
      const [row] = await database.raw<{ count: number; left: string }>(
        `insert into rate_limits (id, key, count, last_request) values ($1, $2, 1, ${NOW})
         on conflict (key) do update set
           count = case when ${isOpen} then least(rate_limits.count + 1, 1000000) else 1 end,
           last_request = case when ${isOpen} then rate_limits.last_request else ${NOW} end
         returning count, last_request + $3::bigint - ${NOW} as left`,
        [newId(), keyOf(what, whom), seconds * 1_000],
        'take-limit',
      );
      if (Math.random() * CLEAN_EVERY < 1) {
        await database.raw(`delete from rate_limits where last_request < ${NOW} - $1::bigint`, [KEEP_SECONDS * 1_000]);
      }
      if (!row || row.count <= max) return null;
      return Math.min(seconds, Math.max(1, Math.ceil(Number(row.left) / 1_000)));
    },
    async forget({ what, whom }) {
      await database.raw('delete from rate_limits where key = $1', [keyOf(what, whom)]);
    },
  };
}

/** Counts one more. @throws AppError RATE_LIMITED with this message, where that is too many */
export async function requireWithin(database: Database, limit: Limit, message: Sentence): Promise<void> {
  const retryAfter = await createLimits(database).take(limit);
  if (retryAfter !== null) throw new AppError('RATE_LIMITED', message, { retryAfter });
}

function keyOf(what: string, whom: string): string {
  return `${what}:${createHash('sha256').update(whom).digest('base64url').slice(0, 22)}`;
}
