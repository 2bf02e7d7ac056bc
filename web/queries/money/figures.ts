import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

export type FiguresChoice = NonNullable<CallInput<'GET /figures'>['query']>;

/** The shop at a glance over the chosen time. */
export function useFigures({ uid }: SessionUser, choice: FiguresChoice) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'figures', choice],
    queryFn: ({ signal }) => userCall('GET /figures', { query: choice, signal }),
    placeholderData: (earlier) => earlier,
  });
}
