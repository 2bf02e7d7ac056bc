import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto';
import { AppError } from '#server/http/app-error.ts';

/** A hash uses a core for a twentieth of a second: more than two at once would starve the shop's pages (attacks T69). */
const AT_ONCE = 2;
/** How many may wait their turn; the rest is told to come back. */
const WAITING = 30;

let running = 0;
let peak = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING)
      throw new AppError('RATE_LIMITED', 'Many people are signing in just now. Please try again in a moment.', {
        retryAfter: 2,
      });
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running++;
  }
  peak = Math.max(peak, running);
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

/** A salted scrypt hash. @throws AppError RATE_LIMITED where too many wait already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/** Whether the password is the one that was hashed. @throws AppError RATE_LIMITED where too many wait already */
export function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  return inTurn(() => verify(input));
}

/** The most hashes that ever ran at once in this process. */
export function hashingPeak(): number {
  return peak;
}
