import type { BetterAuthOptions } from 'better-auth';
import type { Config } from '#server/config.ts';
import type { IdentityErrorCode } from '#contract/people/identity.ts';

/** The origins whose pages may call with the cookie. The demo is opened as localhost or 127.0.0.1 alike. */
export function ownOrigins({
  baseUrl,
  production,
  port,
}: Pick<Config, 'baseUrl' | 'production' | 'port'>): Set<string> {
  const own = new Set([new URL(baseUrl).origin]);
  if (!production) for (const host of ['localhost', '127.0.0.1', '[::1]']) own.add(`http://${host}:${port}`);
  return own;
}

/**
 * The address that sign-in elsewhere leads back to, as better-auth takes it: in the demo that under which the browser has
 * opened it, since only there are the cookies that the way back is checked by.
 */
export function ownAddress(config: Pick<Config, 'baseUrl' | 'production' | 'port'>): BetterAuthOptions['baseURL'] {
  const { baseUrl, production } = config;
  if (production || !baseUrl.startsWith('http:')) return baseUrl;
  const allowedHosts = [...ownOrigins(config)].map((origin) => new URL(origin).host);
  return { allowedHosts, fallback: baseUrl, protocol: 'http' };
}

/**
 * Why a writing call must be refused as not made by a page of this shop; null where it may go on.
 * A call without any cookie needs no Origin: there is nothing in it that a browser would add by itself (attacks T63, T83).
 */
export function originProblem(
  headers: Headers,
  own: Set<string>,
): Extract<
  IdentityErrorCode,
  'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED' | 'INVALID_ORIGIN' | 'MISSING_OR_NULL_ORIGIN'
> | null {
  if (headers.get('sec-fetch-site') === 'cross-site' && headers.get('sec-fetch-mode') === 'navigate') {
    return 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED';
  }
  const origin = headers.get('origin') ?? originOf(headers.get('referer'));
  // Only browsers say from which site; those that do say from which origin too.
  const byBrowser = headers.has('cookie') || headers.has('sec-fetch-site');
  if (origin === null) return byBrowser ? 'MISSING_OR_NULL_ORIGIN' : null;
  if (origin === 'null') return 'MISSING_OR_NULL_ORIGIN';
  return own.has(origin) ? null : 'INVALID_ORIGIN';
}

function originOf(address: string | null): string | null {
  if (address === null) return null;
  return URL.canParse(address) ? new URL(address).origin : 'null';
}

/** Whether an address to come back to is one of this shop, so that no link of ours can lead elsewhere (attacks T91). */
export function isOwnAddress(address: string, own: Set<string>): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters, which would make another address
  if (address.length > 2_000 || /[\\\u0000-\u0020\u007f]/.test(address)) return false;
  const path = address.startsWith('/');
  const base = path ? 'http://shop.invalid' : undefined;
  if (!URL.canParse(address, base)) return false;
  const { origin, username, pathname } = new URL(address, base);
  if (username || !(path ? origin === base : own.has(origin))) return false;
  // `/..//elsewhere` becomes `//elsewhere` once its dots are resolved; and some redirect what they have decoded.
  return [address, pathname].every(
    (each) => !each.replaceAll(/%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|25)/gi, '/').startsWith('//'),
  );
}
