import type { Config } from '#server/config.ts';

/** An address with a token in its query, or with that of an approval in its path. */
const HOLDS_TOKEN = /[?&]token=|\/approval\/./;

/** For everything that is not a page: nothing may be run, framed or loaded from it. */
const API_POLICY = "default-src 'none'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Headers that every answer carries; pages bring a Content-Security-Policy of their own.
 * @param origin that of the page that asks
 * @param url what was asked for: whoever has an address that holds a token has what it opens, so that it is kept nowhere and
 *   said to no other site, this one's own pages included
 */
export function secured(
  response: Response,
  config: Pick<Config, 'production' | 'baseUrl'>,
  origin: string | null = null,
  url = '',
): Response {
  const headers = mutable(response);
  const { headers: all } = headers;
  if (!all.has('content-security-policy')) all.set('content-security-policy', API_POLICY);
  if (!all.has('cache-control')) all.set('cache-control', 'no-store');
  all.set('x-content-type-options', 'nosniff');
  if (HOLDS_TOKEN.test(url)) {
    all.set('cache-control', 'private, no-store');
    all.set('referrer-policy', 'no-referrer');
  }
  if (!all.has('referrer-policy')) all.set('referrer-policy', 'strict-origin-when-cross-origin');
  if (!all.has('cross-origin-opener-policy')) all.set('cross-origin-opener-policy', 'same-origin');
  if (!all.has('cross-origin-resource-policy')) all.set('cross-origin-resource-policy', 'same-origin');
  all.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()');
  if (origin === new URL(config.baseUrl).origin) {
    all.set('access-control-allow-origin', origin);
    all.append('vary', 'Origin');
  }
  if (config.baseUrl.startsWith('https:')) all.set('strict-transport-security', 'max-age=63072000; includeSubDomains');
  return headers;
}

/** Answers of fetch() and Response.redirect() have headers that cannot be set. */
function mutable(response: Response): Response {
  try {
    response.headers.set('x-content-type-options', 'nosniff');
    return response;
  } catch {
    return new Response(response.body, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  }
}
