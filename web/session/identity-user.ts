import type { IdentityUser } from '#contract/people/identity-calls.ts';
import type { SessionUser } from './user.ts';

/** The signed-in user, from what identity tells of them. */
export function sessionUser(user: IdentityUser): SessionUser {
  const { id, email, phoneNumber } = user;
  const providers = user.waysIn.map(({ providerId, accountId }) =>
    providerId === 'credential' ? { providerId: 'password', uid: email } : { providerId, uid: accountId },
  );
  return {
    uid: id,
    email,
    emailVerified: user.emailVerified,
    displayName: user.name,
    // Nobody is let in without saying who they are, and there is one shop.
    isAnonymous: false,
    photoURL: user.image,
    phoneNumber,
    tenantId: null,
    providerData: phoneNumber === null ? providers : [...providers, { providerId: 'phone', uid: phoneNumber }],
    createdAt: user.createdAt,
    lastLoginAt: user.lastSignInAt ?? user.createdAt,
  };
}
