import type { CallInput } from '#web/api/call.ts';
import { usePersonal, usePersonalList } from '../use-personal.ts';

type UserSearch = Pick<NonNullable<CallInput<'GET /user'>['query']>, 'q' | 'sort'>;

/** All users that fit the search, part by part; for admins. */
export function useUsers(search: UserSearch) {
  return usePersonalList(['users', search], 'GET /user', { query: search });
}

/** Who is invited to work for the shop and has not come yet. */
export function useInvitations() {
  return usePersonal(['users', 'invited'], 'GET /invitation', {});
}
