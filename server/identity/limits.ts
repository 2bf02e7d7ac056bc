import { createHash } from 'node:crypto';
import type { Database } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';

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
const KEEP_SECONDS = 3_600;

export interface Limits {
  /** Counts one more; answers null, or in how many seconds another try makes sense. Shared by all processes. */
  take(limit: Limit): Promise<number | null>;
  /** Forgets what was counted, after a success. */
  forget(limit: Limit): Promise<void>;
}

export function createLimits(database: Database): Limits {
  return {
    async take({ what, whom, max, seconds }) {
      const now = Date.now();
      const start = now - seconds * 1_000;
      // A row from the future, after the clock was set back, starts a new window too.
      const [row] = await database.raw<{ count: number; since: string }>(
        `insert into rate_limits (id, key, count, last_request) values ($1, $2, 1, $3)
         on conflict (key) do update set
           count = case when rate_limits.last_request between $4 and $3 then least(rate_limits.count + 1, 1000000) else 1 end,
           last_request = case when rate_limits.last_request between $4 and $3 then rate_limits.last_request else $3 end
         returning count, last_request as since`,
        [newId(), keyOf(what, whom), now, start],
        'take-limit',
      );
      if (Math.random() * CLEAN_EVERY < 1) {
        await database.raw('delete from rate_limits where last_request < $1', [now - KEEP_SECONDS * 1_000]);
      }
      if (!row || row.count <= max) return null;
      return Math.max(1, Math.ceil((Number(row.since) + seconds * 1_000 - now) / 1_000));
    },
    async forget({ what, whom }) {
      await database.raw('delete from rate_limits where key = $1', [keyOf(what, whom)]);
    },
  };
}

function keyOf(what: string, whom: string): string {
  return `${what}:${createHash('sha256').update(whom).digest('base64url').slice(0, 22)}`;
}

/** The part of an address that one customer has: an IPv6 client owns a whole /64 and could change within it at will. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
