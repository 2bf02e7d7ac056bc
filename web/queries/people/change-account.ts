import type { CallAnswer } from '#web/api/call.ts';
import { identityCall, throughGoogle } from '#web/session/identity-calls.ts';
import { userCall } from '#web/session/tab-session.ts';

// All of these throw IdentityError, SESSION_NOT_FRESH where who asks has to sign in anew first.

type Password = { password?: string };

/** Changes the password; every other device is signed out. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  await identityCall('/change-password', passwords);
}

/** Sends a link that proves the address and leads to `callbackURL`. */
export async function sendEmailProof(email: string, callbackURL: string): Promise<void> {
  await identityCall('/send-verification-email', { email, callbackURL });
}

/** Sends a link that changes the address, first to the present one where that is proved. */
export async function changeEmail(newEmail: string, callbackURL: string): Promise<void> {
  await identityCall('/change-email', { newEmail, callbackURL });
}

/** Keeps a number with the code that was sent to it. */
export async function addPhone(phoneNumber: string, code: string): Promise<void> {
  await identityCall('/phone-number/verify', { phoneNumber, code, updatePhoneNumber: true });
}

export async function removePhone(): Promise<void> {
  await identityCall('/update-user', { phoneNumber: null });
}

/** The address at which the signed-in person links a Google account. */
export async function linkGoogleAddress(callbackURL: string): Promise<string> {
  return (await identityCall('/link-social', throughGoogle(callbackURL))).url;
}

/** @param accountId the id of the way in, as the account tells it */
export async function unlinkGoogle(accountId: string): Promise<void> {
  await identityCall('/unlink-account', { accountId });
}

/** As long as the call takes it. */
const MAX_ISSUER = 100;

/** What an authenticator app needs, and the codes for the day on which it is lost. */
export interface TwoStepStart {
  totpUri: string;
  backupCodes: string[];
}

/**
 * Begins to switch on two-step sign-in; the first code of the app completes it.
 * @param issuer what the app calls the shop
 */
export async function startTwoSteps(password: Password, issuer: string): Promise<TwoStepStart> {
  const said = issuer.slice(0, MAX_ISSUER);
  const { totpURI, backupCodes } = await identityCall('/two-factor/enable', { ...password, issuer: said });
  return { totpUri: totpURI, backupCodes };
}

/** New backup codes; the older ones are good no more. */
export async function newBackupCodes(password: Password): Promise<string[]> {
  return (await identityCall('/two-factor/generate-backup-codes', password)).backupCodes;
}

/** Completes switching on two-step sign-in with the first code of the app. */
export async function confirmTwoSteps(code: string): Promise<void> {
  await identityCall('/two-factor/verify-totp', { code });
}

export async function endTwoSteps(password: Password): Promise<void> {
  await identityCall('/two-factor/disable', password);
}

/** Signs out the device of a session, by its token. */
export async function endSession(token: string): Promise<void> {
  await identityCall('/revoke-session', { token });
}

export async function endOtherSessions(): Promise<void> {
  await identityCall('/revoke-other-sessions', {});
}

/** Signs out everywhere, here too. */
export async function endAllSessions(): Promise<void> {
  await identityCall('/revoke-sessions', {});
}

export async function deleteAccount(password: Password): Promise<void> {
  await identityCall('/delete-user', password);
}

/** All that the shop keeps of the person of an address. @throws ApiError */
export function fetchOwnData(email: string): Promise<CallAnswer<'GET /user/:email/data'>> {
  return userCall('GET /user/:email/data', { params: { email } });
}
