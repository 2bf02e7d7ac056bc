import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '#server/config.ts';
import { cookiePrefix, signatureOf, signedText } from './cookie-session.ts';
import type { OwnCookies } from './cookies.ts';

/*
 * Somebody's own device goes on letting them try their password, however many others guess at it: it says by a signed cookie
 * that they were signed in there once. It lets nobody in.
 */

/** How long a device is known after it was last marked. */
const KNOWN_SECONDS = 180 * 86_400;

function whose(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
}

/** The mark of the device, where somebody of this address was signed in there. */
export function knownDevice(
  cookies: OwnCookies,
  email: string,
  { authSecret }: Pick<Config, 'authSecret'>,
): string | undefined {
  const given = cookies.get('device');
  const [kind, owner, mark] = (given === undefined ? null : signedText(given, [authSecret]))?.split(':') ?? [];
  return kind === 'device' && owner === whose(email) ? mark : undefined;
}

/** The same answer, which marks the device as theirs where it is not yet. @param email of who is signed in, if anybody */
export function markDevice(
  answer: Response,
  cookies: OwnCookies,
  email: string | undefined,
  config: Pick<Config, 'authSecret' | 'baseUrl'>,
): Response {
  if (email !== undefined && knownDevice(cookies, email, config) === undefined)
    answer.headers.append('set-cookie', deviceCookie(email, config));
  return answer;
}

function deviceCookie(email: string, { authSecret, baseUrl }: Pick<Config, 'authSecret' | 'baseUrl'>): string {
  const text = `device:${whose(email)}:${randomBytes(12).toString('base64url')}`;
  const value = encodeURIComponent(`${text}.${signatureOf(text, authSecret)}`);
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookiePrefix(baseUrl)}.device=${value}; Max-Age=${KNOWN_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
