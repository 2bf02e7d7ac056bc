import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { usePagedList } from '../paged-list.ts';

const usersKey = (uid: string) => [PERSONAL, uid, 'users'];

export type UserSearch = Pick<NonNullable<CallInput<'GET /user'>['query']>, 'q' | 'sort'>;

/** The list of users follows a change, and the page of each. */
const customersToo = (client: QueryClient, uid: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: usersKey(uid) }),
    client.invalidateQueries({ queryKey: [PERSONAL, uid, 'customer'] }),
  ]);

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

/** Gives the user of an e-mail address a role. @throws ApiError LAST_ADMIN, ADDRESS_NOT_PROVED */
export function useChangeRole({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, role }: BodyInput<'changeRole'> & { email: string }) =>
      userCall('PUT /user/role/:email', { params: { email }, body: { role } }),
    onSettled: () => customersToo(client, uid),
  });
}

/** Lets the user of an e-mail address in no more, or again. @throws ApiError LAST_ADMIN */
export function useDisableUser({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, disabled }: BodyInput<'disableUser'> & { email: string }) =>
      userCall('PUT /user/disabled/:email', { params: { email }, body: { disabled } }),
    onSettled: () => customersToo(client, uid),
  });
}

/** Who is invited to work for the shop and has not come yet. */
export function useInvitations({ uid }: SessionUser) {
  return useQuery({
    queryKey: [...usersKey(uid), 'invited'],
    queryFn: ({ signal }) => userCall('GET /invitation', { signal }),
  });
}

/** Invites an address to a role, or gives it the role where it is proved. @throws ApiError RATE_LIMITED, LAST_ADMIN */
export function useInvite({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<'invite'>) => userCall('POST /invitation', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey(uid) }),
  });
}

export function useWithdrawInvitation({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => userCall('DELETE /invitation/:email', { params: { email } }),
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
