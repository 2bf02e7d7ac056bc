import { networkError } from './api-error.ts';

/** A press takes effect within so many ms, or ends with a message. */
export const MOMENT_MS = 5_000;

/**
 * Does something that asks the shop, and ends in time: what is not answered after so many ms counts as no answer, and is
 * not sent any more.
 * @throws what it throws; ApiError NETWORK_ERROR where the time is over
 */
export async function within<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(networkError()), { once: true });
  });
  try {
    return await Promise.race([run(signal), over]);
  } catch (error) {
    throw signal.aborted ? networkError() : error;
  }
}
