import { z } from 'zod';
import { DeletedCount, ModifiedCount } from '../counts.ts';
import { MyData } from '../people/my-data.ts';
import { ROLES } from '../policy.ts';
import { byId, byEmail, type Route } from '../route.ts';
import {
  Disabling,
  Invitation,
  Invited,
  NewInvitation,
  Profile,
  RoleChange,
  User,
  UserQuery,
  UserUpdate,
  UserUpdated,
} from './users.ts';

/** People: their profiles, rights and invitations. */
export const userRoutes = {
  updateUser: {
    method: 'PUT',
    path: '/user/:email',
    access: 'session',
    summary: 'After sign-in: an access token for the session. With profile fields: the profile',
    params: byEmail,
    body: UserUpdate,
    answer: UserUpdated,
    errors: ['USER_MISMATCH', 'FORBIDDEN', 'INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN'],
  },
  getProfile: {
    method: 'GET',
    path: '/user/:email/profile',
    access: 'own-email',
    summary: "The caller's own profile",
    params: byEmail,
    answer: Profile,
  },
  getMyData: {
    method: 'GET',
    path: '/user/:email/data',
    access: 'own-email',
    summary: 'Everything that the shop keeps about the caller',
    params: byEmail,
    answer: MyData,
  },
  isAdmin: {
    method: 'GET',
    path: '/admin/:email',
    access: 'own-email',
    summary: 'Whether the caller is an admin, and the role of one of the staff',
    params: byEmail,
    // Customers are told of no role, so that they do not see that there are any.
    answer: z.object({ admin: z.boolean(), role: z.enum(ROLES).exclude(['customer']).optional() }),
  },
  listUsers: {
    method: 'GET',
    path: '/user',
    access: 'staff:users',
    summary: 'List the users, newest first',
    query: UserQuery,
    answer: z.array(User),
    list: true,
  },
  makeAdmin: {
    method: 'PUT',
    path: '/user/admin/:email',
    access: 'staff:users',
    summary: 'Make a user an admin',
    params: byEmail,
    answer: ModifiedCount,
    errors: ['USER_NOT_FOUND', 'ADDRESS_NOT_PROVED'],
  },
  changeRole: {
    method: 'PUT',
    path: '/user/role/:email',
    access: 'staff:users',
    summary: 'Give somebody a role',
    params: byEmail,
    body: RoleChange,
    answer: ModifiedCount,
    errors: ['USER_NOT_FOUND', 'LAST_ADMIN', 'ADDRESS_NOT_PROVED'],
  },
  disableUser: {
    method: 'PUT',
    path: '/user/disabled/:email',
    access: 'staff:users',
    summary: 'Let somebody in no more, which ends their sessions, or let them in again',
    params: byEmail,
    body: Disabling,
    answer: ModifiedCount,
    errors: ['USER_NOT_FOUND', 'LAST_ADMIN', 'FORBIDDEN'],
  },
  listInvitations: {
    method: 'GET',
    path: '/invitation',
    access: 'staff:users',
    summary: 'Who is invited to work for the shop and has not come yet',
    answer: z.array(Invitation),
  },
  invite: {
    method: 'POST',
    path: '/invitation',
    access: 'staff:users',
    summary:
      'Give a role to an address that is proved, else invite it by letter: whoever proves it within 7 days has the role',
    body: NewInvitation,
    answer: Invited,
    status: 201,
    errors: ['LAST_ADMIN', 'RATE_LIMITED'],
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/invitation/:email',
    access: 'staff:users',
    summary: 'Take an invitation back',
    params: byEmail,
    answer: DeletedCount,
  },
  removeUser: {
    method: 'DELETE',
    path: '/user/:id',
    access: 'staff:users',
    summary: 'Remove a user; their orders stay',
    params: byId,
    answer: DeletedCount,
    errors: ['USER_NOT_FOUND', 'CANNOT_REMOVE_SELF', 'LAST_ADMIN'],
  },
} as const satisfies Record<string, Route>;
