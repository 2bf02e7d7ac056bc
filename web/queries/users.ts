import { useMutation, useQueryClient } from '@tanstack/react-query';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { usePagedList } from './paged-list.ts';

const usersKey = (uid: string) => [PERSONAL, uid, 'users'];

export type UserSearch = Pick<NonNullable<CallInput<'GET /user'>['query']>, 'q' | 'sort'>;

/** All users that fit the search, part by part; for admins. */
export function useUsers({ uid }: SessionUser, search: UserSearch) {
  return usePagedList([...usersKey(uid), search], (part, signal) =>
    userCallList('GET /user', { query: { ...search, ...part }, signal }),
  );
}

/** Makes the user of an e-mail address an admin. */
export function useMakeAdmin({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => userCall('PUT /user/admin/:email', { params: { email } }),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey(uid) }),
  });
}

/** Removes a user by id; their orders stay. */
export function useRemoveUser({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => userCall('DELETE /user/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey(uid) }),
  });
}
