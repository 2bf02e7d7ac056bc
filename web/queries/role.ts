import { useQuery } from '@tanstack/react-query';
import { may, type Permission, type Role } from '#contract/policy.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** The user's role, as the server says (spec §6); it alone decides what they may, the screens follow. */
export function useRole({ uid, email }: SessionUser) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'role'],
    queryFn: async (): Promise<Role> => (await userCall('GET /admin/:email', { params: { email } })).role ?? 'customer',
  });
}

/** What the user may do; nothing while that is not known. */
export function useMay(user: SessionUser): (permission: Permission) => boolean {
  const role = useRole(user).data ?? 'customer';
  return (permission) => may(role, permission);
}
