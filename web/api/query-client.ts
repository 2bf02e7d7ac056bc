import { onlineManager, QueryClient } from '@tanstack/react-query';
import { FRESH_MS, mayHelp, RETRIES, retryPause, UNUSED_CACHED_MS } from './defaults.ts';
import { oneOfTab } from './one-of-tab.ts';
import { reachability } from './reachability.ts';

/** A cache of what is shown: one of each tab, and one of each render on the server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Whether there is a network is found out by asking: a shop on the same machine needs none.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && mayHelp(error),
        retryDelay: retryPause,
        // On the server the cache ends with its render: no timer must keep it alive.
        gcTime: typeof window === 'undefined' ? Infinity : UNUSED_CACHED_MS,
        staleTime: FRESH_MS,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const tabQueryClient = oneOfTab('query client', openQueryClient);

function openQueryClient(): QueryClient {
  const client = createQueryClient();
  // Queries that failed meanwhile run again when the shop is back.
  onlineManager.setEventListener((setOnline) => {
    setOnline(reachability.now());
    return reachability.subscribe(() => setOnline(reachability.now()));
  });
  return client;
}
