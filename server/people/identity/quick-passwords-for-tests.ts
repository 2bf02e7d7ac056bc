import { randomBytes, scryptSync } from 'node:crypto';
import { fullStrength, type PasswordHash } from './passwords.ts';

/** Marks a hash that the shop itself could not check, so that none can be taken for one of its own. */
const MARK = 'quick:';

/** What the prepared databases' people have was hashed at full strength: each is looked at once in a process. */
const known = new Map<string, Promise<boolean>>();

const scrypted = (password: string, salt: string) =>
  scryptSync(password.normalize('NFKC'), salt, 64, { N: 16, r: 1, p: 1 }).toString('hex');

/**
 * The shop's algorithm at a thousandth of its cost, for tests that are not about hashing: they would spend most of
 * their time on it. Hashes of full strength are checked too.
 */
export const quickPasswords: PasswordHash = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex');
    return `${MARK}${salt}:${scrypted(password, salt)}`;
  },
  verify({ hash, password }) {
    if (hash.startsWith(MARK)) {
      const [salt = '', key] = hash.slice(MARK.length).split(':');
      return Promise.resolve(scrypted(password, salt) === key);
    }
    const asked = JSON.stringify([hash, password]);
    const answer = known.get(asked) ?? fullStrength.verify({ hash, password });
    known.set(asked, answer);
    return answer;
  },
};
