/** The most characters of an e-mail address. */
export const MAX_EMAIL = 254;

/**
 * The one rule of e-mail addresses, of forms and calls: what may be invited can register, and what may register can be invited.
 * It is the library's own for signing up, which takes no other (contract/email.test.ts).
 */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether text is an e-mail address of somebody who can have an account. */
export function isEmailAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_EMAIL && EMAIL.test(value);
}
