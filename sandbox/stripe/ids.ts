import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits that nobody can guess. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // Bytes above the last whole multiple of 62 would make some letters likelier than others.
    for (const byte of randomBytes(length * 2)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  }
  return text;
}

/** An id in Stripe's form, such as `pi_3…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}
