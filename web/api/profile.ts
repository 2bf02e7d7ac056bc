import { useQuery } from '@tanstack/react-query';
import { PERSONAL, userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** The signed-in user's own profile. */
export function useProfile({ uid, email }: SessionUser) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'profile'],
    queryFn: () => userCall('GET /user/:email/profile', { params: { email } }),
  });
}
