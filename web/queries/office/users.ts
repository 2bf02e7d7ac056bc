import type { BodyInput } from '#contract/routes.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { CallInput } from '#web/api/call.ts';
import { useChange } from '../use-change.ts';
import { usePersonal } from '../use-personal.ts';
import { usePersonalList } from '../use-personal.ts';

type UserSearch = Pick<NonNullable<CallInput<'GET /user'>['query']>, 'q' | 'sort'>;

/** All users that fit the search, part by part; for admins. */
export function useUsers(search: UserSearch) {
  return usePersonalList(['users', search], 'GET /user', { query: search });
}

/** Makes the user of an e-mail address an admin. */
export function useMakeAdmin() {
  return useChange(['users'], (email: string) => userCall('PUT /user/admin/:email', { params: { email } }));
}

/** Gives the user of an e-mail address a role. @throws ApiError LAST_ADMIN, ADDRESS_NOT_PROVED */
export function useChangeRole() {
  return useChange(['users', 'customer'], ({ email, role }: BodyInput<'changeRole'> & { email: string }) =>
    userCall('PUT /user/role/:email', { params: { email }, body: { role } }),
  );
}

/** Lets the user of an e-mail address in no more, or again. @throws ApiError LAST_ADMIN */
export function useDisableUser() {
  return useChange(['users', 'customer'], ({ email, disabled }: BodyInput<'disableUser'> & { email: string }) =>
    userCall('PUT /user/disabled/:email', { params: { email }, body: { disabled } }),
  );
}

/** Who is invited to work for the shop and has not come yet. */
export function useInvitations() {
  return usePersonal(['users', 'invited'], 'GET /invitation', {});
}

/** Invites an address to a role, or gives it the role where it is proved. @throws ApiError RATE_LIMITED, LAST_ADMIN */
export function useInvite() {
  return useChange(['users'], (body: BodyInput<'invite'>) => userCall('POST /invitation', { body }));
}

export function useWithdrawInvitation() {
  return useChange(['users'], (email: string) => userCall('DELETE /invitation/:email', { params: { email } }));
}

/** Removes a user by id; their orders stay. */
export function useRemoveUser() {
  return useChange(['users'], (id: string) => userCall('DELETE /user/:id', { params: { id } }));
}
