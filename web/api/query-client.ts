import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The spec's data-fetching defaults (§7), spelled out so that a library's change of mind changes nothing here. */
const RETRIES = 3;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const UNUSED_KEPT_MS = 5 * 60_000;
/** What a page just showed is not asked for again while the visitor clicks around. */
const FRESH_MS = 30_000;

/** A cache for one page render on the server, or for one browser tab. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Whether there is a network is found out by asking: a shop on the same machine needs none.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && mayHelp(error),
        retryDelay: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS),
        // On the server a cache goes with its render; a timer would hold it, and all that it read, for five minutes more.
        gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : UNUSED_KEPT_MS,
        staleTime: FRESH_MS,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** A refusal stays a refusal however often one asks; only what was down or busy is worth another try. */
export function mayHelp(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

let tabClient: QueryClient | undefined;

/** The browser tab's one cache. On the server, where it would be shared between visitors, it refuses. */
export function tabQueryClient(): QueryClient {
  if (typeof window === 'undefined') throw new Error('a render has its own query client');
  tabClient ??= createQueryClient();
  return tabClient;
}
