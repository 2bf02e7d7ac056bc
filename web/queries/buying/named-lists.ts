import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import { fetchLists } from '../list-calls.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** The user's own lists, by name. */
export function useNamedLists({ uid }: SessionUser) {
  return useQuery({ queryKey: [PERSONAL, uid, 'lists'], queryFn: fetchLists });
}

/** One of the user's own lists, at today's prices. */
export function useNamedList({ uid }: SessionUser, id: string) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'lists', id],
    queryFn: () => userCall('GET /my-list/:id', { params: { id } }),
  });
}
