import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new opaque id: 26 characters, the first ten of which follow the clock, so that indexes stay dense;
 * the other sixteen are 80 random bits, so that no id can be guessed from another.
 */
export function newId(now = Date.now()): string {
  let time = '';
  for (let rest = now, place = 0; place < 10; place++) {
    time = ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of randomBytes(16)) random += ALPHABET[byte % 32];
  return time + random;
}
