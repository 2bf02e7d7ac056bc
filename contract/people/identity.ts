import { ERROR_STATUS, type Issue } from '../errors.ts';

/**
 * Every code that a call below /api/auth answers with, its HTTP status and its sentence for a person. docs/identity.md
 * maps the names of spec §8 to these. A code that the business calls answer as well has its status from there; INVALID_TOKEN
 * alone is another thing here, a link and not an access token. 401 and 403 mean identity and permission and nothing else (contract.md).
 */
export const IDENTITY_ERRORS = {
  VALIDATION_ERROR: [ERROR_STATUS.VALIDATION_ERROR, 'Something in the form is missing or not of the right kind.'],
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
  INVALID_TOKEN: [400, 'This link was used already or is not valid. Please ask for a new one.'],
  LINK_EXPIRED: [400, 'This link has expired. Please ask for a new one.'],
  INVALID_OTP: [400, 'That code is not right.'],
  OTP_EXPIRED: [400, 'This code has expired. Please ask for a new one.'],
  PHONE_NUMBER_EXIST: [400, 'This phone number belongs to another account.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: [400, 'This account has no password yet. Use "Forgot your password?" to set one.'],
  FAILED_TO_UNLINK_LAST_ACCOUNT: [400, 'This is your only way in. Set a password first.'],
  ACCOUNT_NOT_FOUND: [400, 'There is no such way in on this account.'],
  EMAIL_ALREADY_VERIFIED: [400, 'This e-mail address is verified already.'],
  EMAIL_MISMATCH: [400, 'That is not the e-mail address that you are signed in with.'],
  SAME_EMAIL: [400, 'That is your e-mail address already.'],
  TWO_FACTOR_NOT_ENABLED: [400, 'Two-step sign-in is not switched on.'],
  TOTP_ALREADY_ENABLED: [400, 'Two-step sign-in is switched on already.'],
  TOTP_NOT_ENABLED: [400, 'Two-step sign-in is not switched on.'],
  PROVIDER_NOT_FOUND: [404, 'This way in is not offered here.'],
  UNAUTHENTICATED: [ERROR_STATUS.UNAUTHENTICATED, 'No user is logged in.'],
  INVALID_EMAIL_OR_PASSWORD: [401, 'The e-mail address or the password is not right.'],
  INVALID_CODE: [401, 'That code is not right. Wait for the next one and try again.'],
  INVALID_BACKUP_CODE: [401, 'That backup code is not right or was used already.'],
  INVALID_TWO_FACTOR_COOKIE: [401, 'Please sign in again: the second step took too long.'],
  BANNED_USER: [403, 'This account has been disabled. Please contact us.'],
  SESSION_NOT_FRESH: [403, 'Please sign in again to do this.'],
  INVALID_ORIGIN: [ERROR_STATUS.INVALID_ORIGIN, 'This call came from another site.'],
  MISSING_OR_NULL_ORIGIN: [ERROR_STATUS.MISSING_OR_NULL_ORIGIN, 'This call does not say which site it came from.'],
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: [403, 'This sign-in was started by another site.'],
  INVALID_CALLBACK_URL: [403, 'That address is not one of this shop.'],
  NOT_FOUND: [ERROR_STATUS.NOT_FOUND, 'There is nothing at this address.'],
  METHOD_NOT_ALLOWED: [ERROR_STATUS.METHOD_NOT_ALLOWED, 'This path takes another method.'],
  LAST_ADMIN: [ERROR_STATUS.LAST_ADMIN, 'This is the last admin. Make somebody else an admin first.'],
  CONFLICT: [409, 'Something else changed this at the same moment. Please try again.'],
  BODY_TOO_LARGE: [ERROR_STATUS.BODY_TOO_LARGE, 'The body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [
    ERROR_STATUS.UNSUPPORTED_MEDIA_TYPE,
    'Send JSON in UTF-8, with Content-Type: application/json.',
  ],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: [422, 'There is an account with this e-mail address already. Please log in.'],
  RATE_LIMITED: [ERROR_STATUS.RATE_LIMITED, 'Too many tries. Please wait a little and try again.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many wrong codes. Please ask for a new one.'],
  ACCOUNT_TEMPORARILY_LOCKED: [429, 'Too many wrong codes. Please try again in a quarter of an hour.'],
  INTERNAL_ERROR: [ERROR_STATUS.INTERNAL_ERROR, 'Something went wrong on our side. Please try again.'],
  SERVICE_UNAVAILABLE: [
    ERROR_STATUS.SERVICE_UNAVAILABLE,
    'The shop cannot reach its database just now. Please try again in a moment.',
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
    'There is an account with this e-mail address already. Log in the way you did before, then link Google in My Profile.',
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
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'Another account has this e-mail address already.',
  EMAIL_MISMATCH: 'This link belongs to another account than the one that is signed in.',
  USER_NOT_FOUND: 'This link belongs to an e-mail address that has no account any more.',
  INVALID_USER: 'This link belongs to another account than the one that is signed in.',
};
