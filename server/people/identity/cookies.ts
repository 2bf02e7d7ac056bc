import { cookiePrefix } from './cookie-session.ts';

/** The cookies that a browser sent and that are this shop's own: their values as they came, by their names without the prefix. */
export type OwnCookies = Map<string, string>;

/** A cookie of this shop came twice, so that two readers could take it for two things. */
export class DoubledCookie extends Error {}

/** What identity sets; better-auth is given these and no others, without `device`, which is this shop's own. */
const NAMES = new Set(['session_token', 'two_factor', 'trust_device', 'state', 'dont_remember', 'device']);

/**
 * Reads a Cookie header once for everybody: `name =value` and `name= value` are `name=value` (RFC 6265, 5.4).
 * @throws DoubledCookie
 */
export function readCookies(header: string | null, baseUrl: string): OwnCookies {
  const prefix = `${cookiePrefix(baseUrl)}.`;
  const own: OwnCookies = new Map();
  for (const pair of (header ?? '').split(';')) {
    const sign = pair.indexOf('=');
    const full = pair.slice(0, Math.max(sign, 0)).trim();
    const name = full.slice(prefix.length);
    if (!full.startsWith(prefix) || !NAMES.has(name)) continue;
    if (own.has(name)) throw new DoubledCookie(name);
    own.set(name, pair.slice(sign + 1).trim());
  }
  return own;
}

/** The header that says the same in the one way that leaves nothing to interpret; null where there are none. */
export function writeCookies(own: OwnCookies, baseUrl: string): string | null {
  const pairs = [...own].map(([name, value]) => `${cookiePrefix(baseUrl)}.${name}=${value}`);
  return pairs.length > 0 ? pairs.join('; ') : null;
}
