import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** The shop at a glance over the last days. */
export function useFigures({ uid }: SessionUser, days: number) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'figures', days],
    queryFn: ({ signal }) => userCall('GET /figures', { query: { days }, signal }),
    placeholderData: (earlier) => earlier,
  });
}
