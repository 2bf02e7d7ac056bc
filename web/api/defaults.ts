import { ApiError } from './api-error.ts';

/** The spec's data-fetching defaults (§7), spelled out so that a library's change of mind changes nothing here. */
export const RETRIES = 3;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
export const UNUSED_CACHED_MS = 5 * 60_000;
/** What a page just showed is not asked for again while the visitor clicks around. */
export const FRESH_MS = 30_000;

/** A refusal stays a refusal however often one asks; only what was down or busy is worth another try. */
export function mayHelp(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/** How long to wait, in ms, before the try that follows so many others. */
export function retryPause(tries: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS);
}

/** Tries again where that may help. @throws what the last try threw */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await run();
    } catch (error) {
      if (failures >= RETRIES || !mayHelp(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryPause(failures)));
    }
  }
}
