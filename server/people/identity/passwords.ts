import { sentence } from '#contract/sentences.ts';
import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';

/** Turns passwords into what is kept of them, and compares. */
export interface PasswordHash {
  hash(password: string): Promise<string>;
  verify(input: { hash: string; password: string }): Promise<boolean>;
}

/** What the shop uses, whatever it is configured with: better-auth's salted scrypt, of 32 MiB and a twentieth of a second. */
export const fullStrength: PasswordHash = { hash, verify };

/** A hash uses a core for a twentieth of a second: more than two at once would starve the shop's pages (attacks T69). */
const AT_ONCE = 2;
/** How many may wait their turn; the rest is told to come back. */
const WAITING = 30;

let running = 0;
let peak = 0;
let done = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>, waiting = Number.POSITIVE_INFINITY): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= waiting)
      throw new AppError(
        'RATE_LIMITED',
        sentence('Many people are signing in right now. Please try again in a moment.'),
        {
          retryAfter: 2,
        },
      );
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running++;
  }
  peak = Math.max(peak, running);
  done++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

/** A hash of full strength; it waits its turn. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/**
 * What better-auth hashes and checks passwords with.
 * @param limited whether a call is refused with RATE_LIMITED where too many wait already; load tests let them wait
 * @param passwords what is done in turn; tests that are about something else give a cheaper one
 */
export function passwordHashing(limited: boolean, passwords = fullStrength): PasswordHash {
  const waiting = limited ? WAITING : Number.POSITIVE_INFINITY;
  return {
    hash: (password) => inTurn(() => passwords.hash(password), waiting),
    verify: (input) => inTurn(() => passwords.verify(input), waiting),
  };
}

/** How many passwords were hashed or checked so far in this process. */
export function hashesSoFar(): number {
  return done;
}

/** The most hashes that ever ran at once in this process. */
export function hashingPeak(): number {
  return peak;
}

/** Asks whether a text is the password of a user, as their sign-in does; null where they have none. */
export function isPasswordOf({
  config,
  database,
  passwords,
}: {
  config: Pick<Config, 'rateLimits'>;
  database: Database;
  passwords?: PasswordHash;
}): (userId: string, password: string) => Promise<boolean | null> {
  const { verify } = passwordHashing(config.rateLimits, passwords);
  return async (userId, password) => {
    const [own] = await database.raw<{ hash: string }>(
      `select password as hash from accounts where user_id = $1 and provider_id = 'credential' and password is not null`,
      [userId],
    );
    return own ? verify({ hash: own.hash, password }) : null;
  };
}
