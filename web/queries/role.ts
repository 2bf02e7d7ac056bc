import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** Whether the user is an admin, as the server says (spec §6). */
export function useIsAdmin({ uid, email }: SessionUser) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'is-admin'],
    queryFn: async () => (await userCall('GET /admin/:email', { params: { email } })).admin,
  });
}
