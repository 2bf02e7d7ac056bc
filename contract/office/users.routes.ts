import { z } from 'zod';
import { DeletedCount, ModifiedCount } from '../counts.ts';
import { MyData } from '../people/my-data.ts';
import { ROLES } from '../policy.ts';
import { defineRoutes } from '../route.ts';
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
export const userRoutes = defineRoutes({
  updateUser: {
    call: 'PUT /user/:email',
    access: 'session',
    summary: 'After sign-in: an access token for the session. With profile fields: the profile',
    body: UserUpdate,
    answer: UserUpdated,
    errors: ['USER_MISMATCH', 'FORBIDDEN', 'INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN'],
  },
  getProfile: {
    call: 'GET /user/:email/profile',
    access: 'own-email',
    summary: "The caller's own profile",
    answer: Profile,
  },
  getMyData: {
    call: 'GET /user/:email/data',
    access: 'own-email',
    summary: 'Everything that the shop stores about the caller',
    answer: MyData,
  },
  isAdmin: {
    call: 'GET /admin/:email',
    access: 'own-email',
    summary: 'Whether the caller is an admin, and the role of one of the staff',
    // Customers are told of no role, so that they do not see that there are any.
    answer: z.object({ admin: z.boolean(), role: z.enum(ROLES).exclude(['customer']).optional() }),
  },
  listUsers: {
    call: 'GET /user',
    access: 'staff:users',
    summary: 'List the users, newest first',
    query: UserQuery,
    answer: z.array(User),
    list: true,
  },
  makeAdmin: {
    call: 'PUT /user/admin/:email',
    access: 'staff:users',
    summary: 'Make a user an admin',
    answer: ModifiedCount,
    errors: ['USER_NOT_FOUND', 'ADDRESS_NOT_PROVED'],
  },
  changeRole: {
    call: 'PUT /user/role/:email',
    access: 'staff:users',
    summary: 'Give somebody a role',
    body: RoleChange,
    answer: ModifiedCount,
    errors: ['USER_NOT_FOUND', 'LAST_ADMIN', 'ADDRESS_NOT_PROVED'],
  },
  disableUser: {
    call: 'PUT /user/disabled/:email',
    access: 'staff:users',
    summary: 'Disable a user, which ends their sessions, or enable them again',
    body: Disabling,
    answer: ModifiedCount,
    errors: ['USER_NOT_FOUND', 'LAST_ADMIN', 'FORBIDDEN'],
  },
  listInvitations: {
    call: 'GET /invitation',
    access: 'staff:users',
    summary: 'Open invitations to work for the shop',
    answer: z.array(Invitation),
  },
  invite: {
    call: 'POST /invitation',
    access: 'staff:users',
    summary:
      'Give a role to a verified address, or else invite it by e-mail: whoever verifies it within 7 days has the role',
    body: NewInvitation,
    answer: Invited,
    status: 201,
    errors: ['LAST_ADMIN', 'RATE_LIMITED'],
  },
  withdrawInvitation: {
    call: 'DELETE /invitation/:email',
    access: 'staff:users',
    summary: 'Withdraw an invitation',
    answer: DeletedCount,
  },
  removeUser: {
    call: 'DELETE /user/:id',
    access: 'staff:users',
    summary: 'Remove a user; their orders stay',
    answer: DeletedCount,
    errors: ['USER_NOT_FOUND', 'CANNOT_REMOVE_SELF', 'LAST_ADMIN'],
  },
});
