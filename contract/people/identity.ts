import { ERROR_STATUS, type Issue } from '../errors.ts';

/**
 * Every code that a call below /api/auth answers with, its HTTP status and its sentence for a person. docs/identity.md
 * maps the names of spec §8 to these. A code that the business calls answer as well has its status from there; INVALID_TOKEN
 * alone is another thing here, a link and not an access token. 401 and 403 mean identity and permission and nothing else (contract.md).
 */
export const IDENTITY_ERRORS = {
  VALIDATION_ERROR: [ERROR_STATUS.VALIDATION_ERROR, 'Something in the form is missing or invalid.'],
  FIELD_NOT_ALLOWED: [400, 'The call has a field that cannot be set.'],
  INVALID_JSON: [ERROR_STATUS.INVALID_JSON, 'The body is not JSON.'],
  INVALID_EMAIL: [400, 'Provide a valid email.'],
  INVALID_NAME: [400, 'Name is required and may have at most 200 characters.'],
  INVALID_IMAGE_URL: [
    ERROR_STATUS.INVALID_IMAGE_URL,
    'The picture must be an https address of at most 2,000 characters, without user name.',
  ],
  INVALID_PHONE_NUMBER: [400, 'Give the phone number with its country code, such as +8801712345678.'],
  PASSWORD_TOO_SHORT: [400, 'Must be 6 characters or longer.'],
  PASSWORD_TOO_LONG: [400, 'A password may have at most 128 characters.'],
  INVALID_PASSWORD: [400, 'That is not your current password.'],
  INVALID_TOKEN: [400, 'This link is invalid or has already been used. Please request a new one.'],
  LINK_EXPIRED: [400, 'This link has expired. Please request a new one.'],
  INVALID_OTP: [400, 'That code is wrong.'],
  OTP_EXPIRED: [400, 'This code has expired. Please request a new one.'],
  PHONE_NUMBER_EXIST: [400, 'This phone number belongs to another account.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: [400, 'This account has no password yet. Use "Forgot your password?" to set one.'],
  FAILED_TO_UNLINK_LAST_ACCOUNT: [400, 'This is your only way to sign in. Set a password first.'],
  ACCOUNT_NOT_FOUND: [400, 'This account has no such sign-in method.'],
  EMAIL_ALREADY_VERIFIED: [400, 'This e-mail address is already verified.'],
  EMAIL_MISMATCH: [400, 'That is not the e-mail address that you are signed in with.'],
  SAME_EMAIL: [400, 'That is already your e-mail address.'],
  TWO_FACTOR_NOT_ENABLED: [400, 'Two-step sign-in is not switched on.'],
  TOTP_ALREADY_ENABLED: [400, 'Two-step sign-in is already switched on.'],
  TOTP_NOT_ENABLED: [400, 'Two-step sign-in is not switched on.'],
  PROVIDER_NOT_FOUND: [404, 'This sign-in method is not available.'],
  UNAUTHENTICATED: [ERROR_STATUS.UNAUTHENTICATED, 'No user is logged in.'],
  INVALID_EMAIL_OR_PASSWORD: [401, 'The e-mail address or password is wrong.'],
  INVALID_CODE: [401, 'That code is wrong. Wait for the next one and try again.'],
  INVALID_BACKUP_CODE: [401, 'That backup code is wrong or has already been used.'],
  INVALID_TWO_FACTOR_COOKIE: [401, 'Please sign in again: the second step took too long.'],
  BANNED_USER: [403, 'This account has been disabled. Please contact us.'],
  SESSION_NOT_FRESH: [403, 'Please sign in again to do this.'],
  INVALID_ORIGIN: [ERROR_STATUS.INVALID_ORIGIN, 'This call came from another site.'],
  MISSING_OR_NULL_ORIGIN: [ERROR_STATUS.MISSING_OR_NULL_ORIGIN, 'This call does not say which site it came from.'],
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: [403, 'This sign-in was started by another site.'],
  INVALID_CALLBACK_URL: [403, 'That address does not belong to this shop.'],
  NOT_FOUND: [ERROR_STATUS.NOT_FOUND, 'There is nothing at this address.'],
  METHOD_NOT_ALLOWED: [ERROR_STATUS.METHOD_NOT_ALLOWED, 'This path does not accept this method.'],
  LAST_ADMIN: [ERROR_STATUS.LAST_ADMIN, 'This is the last admin. Make somebody else an admin first.'],
  CONFLICT: [409, 'This was changed by something else at the same time. Please try again.'],
  BODY_TOO_LARGE: [ERROR_STATUS.BODY_TOO_LARGE, 'The body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [
    ERROR_STATUS.UNSUPPORTED_MEDIA_TYPE,
    'Send JSON in UTF-8, with Content-Type: application/json.',
  ],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: [422, 'An account with this e-mail address already exists. Please log in.'],
  RATE_LIMITED: [ERROR_STATUS.RATE_LIMITED, 'Too many attempts. Please wait a moment and try again.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many wrong codes. Please request a new one.'],
  ACCOUNT_TEMPORARILY_LOCKED: [429, 'Too many wrong codes. Please try again in a quarter of an hour.'],
  INTERNAL_ERROR: [ERROR_STATUS.INTERNAL_ERROR, 'Something went wrong on our side. Please try again.'],
  SERVICE_UNAVAILABLE: [
    ERROR_STATUS.SERVICE_UNAVAILABLE,
    'The shop cannot reach its database right now. Please try again in a moment.',
  ],
} as const satisfies Record<string, readonly [number, string]>;

export type IdentityErrorCode = keyof typeof IDENTITY_ERRORS;

/** The body of every answer below /api/auth that is not a success. */
export interface IdentityErrorBody {
  code: IdentityErrorCode;
  message: string;
  requestId: string;
  issues?: Issue[];
}

/** What stands as `?error=` in the address after a way in through another page failed, and its sentence for a person. */
export const WAY_IN_PROBLEMS: Record<string, string> = {
  access_denied: 'Sign-in with Google was cancelled.',
  account_not_linked:
    'An account with this e-mail address already exists. Log in the way you did before, then link Google in My Profile.',
  unable_to_link_account: 'This Google account could not be linked: its e-mail address is not verified.',
  account_already_linked_to_different_user: 'This Google account belongs to another account here.',
  state_mismatch: 'This sign-in was started in another window or took too long. Please try again.',
  state_not_found: 'This sign-in was started in another window or took too long. Please try again.',
  unable_to_get_user_info: 'Google did not confirm who you are. Please try again.',
  invalid_code: 'Google did not confirm who you are. Please try again.',
  email_not_found: 'This Google account has no e-mail address.',
  email_does_not_match: 'That Google account has another e-mail address.',
  BANNED_USER: IDENTITY_ERRORS.BANNED_USER[1],
  SERVICE_UNAVAILABLE: IDENTITY_ERRORS.SERVICE_UNAVAILABLE[1],
  LINK_EXPIRED: IDENTITY_ERRORS.LINK_EXPIRED[1],
  INVALID_TOKEN: IDENTITY_ERRORS.INVALID_TOKEN[1],
  TOKEN_EXPIRED: IDENTITY_ERRORS.LINK_EXPIRED[1],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'Another account already has this e-mail address.',
  EMAIL_MISMATCH: 'This link belongs to a different account from the one that is signed in.',
  USER_NOT_FOUND: 'This link belongs to an e-mail address that no longer has an account.',
  INVALID_USER: 'This link belongs to a different account from the one that is signed in.',
};
