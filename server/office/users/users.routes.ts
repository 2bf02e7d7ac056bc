import { sentence } from '#contract/sentences.ts';
import { ADMIN, may } from '#contract/policy.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Identity } from '#server/people/identity/identity.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { acceptInvitation, invite, listInvitations, withdrawInvitation } from './invitations.ts';
import { orInvite, writeInvitation } from './invite.ts';
import {
  type BeforeLeaving,
  changeRole,
  getProfile,
  listUsers,
  removeUser,
  setDisabled,
  updateProfile,
} from './users.ts';

export function userHandlers(
  parts: Parts & { identity: Identity; mail: Mail; settings: SettingsStore },
  beforeLeaving: BeforeLeaving,
) {
  const { database, identity } = parts;
  return {
    updateUser: async ({ request, params, body }) => {
      const isProfile = [body.name, body.address, body.phone, body.language].some((field) => field !== undefined);
      if (!isProfile) {
        if (body.email !== undefined && body.email !== params.email) throw otherUser();
        const { token, expiresAt, caller } = await identity.exchange(request, params.email);
        await acceptInvitation(database, caller);
        return { token, expiresAt, modifiedCount: 0 };
      }
      const caller = await identity.authenticate(request.headers.get('authorization') ?? undefined);
      if (params.email !== caller.email)
        throw new AppError('FORBIDDEN', sentence('You may only change your own profile.'));
      if (body.email !== undefined && body.email !== caller.email) throw otherUser();
      return { modifiedCount: await transaction(database, (tx) => updateProfile(tx, caller.userId, body)) };
    },

    getProfile: ({ caller }) => getProfile(database.db, caller.userId),

    isAdmin: async ({ caller: { role } }) => ({
      admin: may(role, 'users'),
      ...(role === 'customer' ? {} : { role }),
    }),

    listUsers: ({ query }) => listUsers(database.db, query),

    makeAdmin: ({ caller, params }) =>
      orInvite(parts, params.email, () =>
        transaction(database, async (tx) => {
          const { userId, changed } = await changeRole(tx, params.email, ADMIN);
          if (changed) await record(tx, caller, 'user.made-admin', userId, { email: params.email });
          return { modifiedCount: changed ? 1 : 0 };
        }),
      ),

    changeRole: ({ caller, params, body }) =>
      transaction(database, async (tx) => {
        const { userId, before, changed } = await changeRole(tx, params.email, body.role);
        if (changed) {
          await record(tx, caller, 'user.role-changed', userId, { email: params.email, from: before, to: body.role });
        }
        return { modifiedCount: changed ? 1 : 0 };
      }),

    disableUser: ({ caller, params: { email }, body: { disabled } }) => {
      if (email === caller.email)
        throw new AppError('FORBIDDEN', sentence('You cannot block yourself. Ask another admin to do it.'));
      return transaction(database, async (tx) => {
        const { userId, changed } = await setDisabled(tx, email, disabled);
        if (changed) await record(tx, caller, disabled ? 'user.disabled' : 'user.enabled', userId, { email });
        return { modifiedCount: changed ? 1 : 0 };
      });
    },

    listInvitations: () => listInvitations(database.db),

    invite: async ({ caller, body, clientAddress }) => {
      const { invited, url } = await transaction(database, (tx) => invite(tx, caller, body, parts.config.baseUrl));
      if (url !== null) await writeInvitation(parts, { caller, body, clientAddress }, url);
      return invited;
    },

    withdrawInvitation: ({ caller, params }) =>
      transaction(database, async (tx) => ({ deletedCount: await withdrawInvitation(tx, caller, params.email) })),

    removeUser: ({ caller, params }) =>
      transaction(database, async (tx) => {
        const email = await removeUser(tx, caller.userId, params.id, beforeLeaving);
        await record(tx, caller, 'user.removed', params.id, { email });
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}

function otherUser(): AppError {
  return new AppError('USER_MISMATCH', sentence('That is not the e-mail address that you are signed in with.'));
}
