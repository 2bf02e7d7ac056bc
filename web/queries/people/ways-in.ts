import { identityCall } from '#web/session/identity-calls.ts';

/** Sends a code that signs in, or that proves the number. @throws IdentityError */
export async function sendPhoneCode(phoneNumber: string): Promise<void> {
  await identityCall('/phone-number/send-otp', { phoneNumber });
}

/** Sends a link by which a password is set. @throws IdentityError */
export async function sendPasswordLink(email: string): Promise<void> {
  await identityCall('/request-password-reset', { email });
}

/** Sets the password of whoever has the link's token; every session ends. @throws IdentityError such as INVALID_TOKEN */
export async function setPassword(token: string, newPassword: string): Promise<void> {
  await identityCall('/reset-password', { token, newPassword });
}

/** Sends a link that signs in and leads to `callbackURL`. @throws IdentityError */
export async function sendSignInLink(email: string, callbackURL: string): Promise<void> {
  await identityCall('/sign-in/magic-link', { email, callbackURL, errorCallbackURL: '/signed-in' });
}
