import { sentence } from '#contract/sentences.ts';
import { networkOf } from '#server/client-address.ts';
import { AppError } from './app-error.ts';

const MINUTE_MS = 60_000;
/** Networks that are remembered; when there are more, those whose minute is over are forgotten. */
const MOST_REMEMBERED = 50_000;

/**
 * Counts calls by network in this process, or what they ask for, such as rows; for calls that cost work and change nothing.
 * @returns a function that counts one more call from an address, or `cost` of what it asks for, and throws AppError RATE_LIMITED beyond
 * `max` in a minute
 */
export function createNetworkLimit(
  max: number,
  now: () => number = Date.now,
): (address: string, cost?: number) => void {
  const counted = new Map<string, { count: number; since: number }>();
  const forget = () => {
    for (const [network, { since }] of counted) if (now() - since >= MINUTE_MS) counted.delete(network);
    // Whoever owns so many networks finds no room by it: the oldest go.
    for (const network of counted.keys()) {
      if (counted.size < MOST_REMEMBERED) break;
      counted.delete(network);
    }
  };
  return (address, cost = 1) => {
    const network = networkOf(address);
    const known = counted.get(network);
    const at = now();
    if (!known || at - known.since >= MINUTE_MS || at < known.since) {
      if (counted.size >= MOST_REMEMBERED) forget();
      counted.set(network, { count: cost, since: at });
      return;
    }
    known.count += cost;
    if (known.count <= max) return;
    throw new AppError('RATE_LIMITED', sentence('Too many requests within a minute. Please wait a moment.'), {
      retryAfter: Math.ceil((known.since + MINUTE_MS - at) / 1_000),
    });
  };
}
