import { IDENTITY_ERRORS, type IdentityErrorCode } from '#contract/people/identity.ts';
import { isRecord } from './is-record.ts';
import { IdentityRefusal } from './refusal.ts';

/** What better-auth calls a failure, where the shop's table has another name or another status for it. */
const OTHER_NAMES: Record<string, IdentityErrorCode> = {
  UNAUTHORIZED: 'UNAUTHENTICATED',
  FAILED_TO_GET_SESSION: 'UNAUTHENTICATED',
  INVALID_USER: 'EMAIL_MISMATCH',
  USER_NOT_FOUND: 'INVALID_TOKEN',
  TOKEN_EXPIRED: 'LINK_EXPIRED',
  OTP_NOT_FOUND: 'INVALID_OTP',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'TOO_MANY_ATTEMPTS',
  BACKUP_CODES_NOT_ENABLED: 'TWO_FACTOR_NOT_ENABLED',
  FAILED_TO_CREATE_USER: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  USER_ALREADY_EXISTS: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  MISSING_FIELD: 'VALIDATION_ERROR',
  BODY_MUST_BE_AN_OBJECT: 'VALIDATION_ERROR',
  INVALID_REDIRECT_URL: 'INVALID_CALLBACK_URL',
  INVALID_ERROR_CALLBACK_URL: 'INVALID_CALLBACK_URL',
  INVALID_NEW_USER_CALLBACK_URL: 'INVALID_CALLBACK_URL',
};

const BY_STATUS: Record<number, IdentityErrorCode> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHENTICATED',
  403: 'INVALID_ORIGIN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_ERROR',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

/**
 * The shop's own refusal for a failure that better-auth answered; null for any other answer.
 * No text of better-auth's goes out: its codes are looked up in the closed table, and what is not there is named by its status.
 */
export async function refusalFrom(response: Response): Promise<IdentityRefusal | null> {
  if (response.status < 400) return null;
  const body: unknown = await response.json().catch(() => null);
  const said = isRecord(body) ? body : {};
  if (said['message'] === 'Email is the same') return new IdentityRefusal('SAME_EMAIL');
  const code = typeof said['code'] === 'string' ? said['code'] : '';
  const known = OTHER_NAMES[code] ?? (Object.hasOwn(IDENTITY_ERRORS, code) ? (code as IdentityErrorCode) : undefined);
  return new IdentityRefusal(known ?? BY_STATUS[response.status] ?? 'INTERNAL_ERROR');
}
