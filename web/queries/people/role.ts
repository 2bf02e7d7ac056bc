import { useQuery } from '@tanstack/react-query';
import { may, type Permission } from '#contract/policy.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { fetchRole } from './fetch-role.ts';
import { useUser } from '#web/session/signed-in.ts';

/** The user's role, as the server says (spec §6); it alone decides what they may, the screens follow. */
export function useRole() {
  const user = useUser();
  return useQuery({ queryKey: [PERSONAL, user.uid, 'role'], queryFn: () => fetchRole(user) });
}

/** What the user may do; nothing while that is not known. */
export function useMay(): (permission: Permission) => boolean {
  const role = useRole().data ?? 'customer';
  return (permission) => may(role, permission);
}
