/** No page of ours has a longer address. */
const MAX_LENGTH = 2_000;
/** Coming back to these after signing in would go round in circles. */
const NOT_BACK_TO = ['/login', '/register', '/two-factor', '/magic-link', '/phone-login'];
/** Browsers drop control characters and read a backslash as a slash, so that a path would become another. */
// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const DECEITFUL = /[\\\u0000-\u0020\u007f]/;

/**
 * Where to go after signing in: the remembered path if it is one of this site, else home. Only router state is ever
 * given here, never the address, so that a link from elsewhere cannot choose the target (attacks T91).
 */
export function returnPath(remembered: unknown): string {
  if (typeof remembered !== 'string' || remembered.length > MAX_LENGTH) return '/';
  // A slash, then anything but a second slash or a backslash.
  if (!/^\/(?![/\\])/.test(remembered) || DECEITFUL.test(remembered)) return '/';
  const here = 'https://shop.invalid';
  let url: URL;
  try {
    url = new URL(remembered, here);
    // %09 and the like must not become something else on the way.
    const decoded = decodeURIComponent(url.pathname);
    if (DECEITFUL.test(decoded) || decoded.startsWith('//')) return '/';
  } catch {
    return '/';
  }
  if (url.origin !== here || NOT_BACK_TO.includes(url.pathname.replace(/\/+$/, '').toLowerCase())) return '/';
  return url.pathname + url.search + url.hash;
}

/** The path in a location's state, as the guards write it; undefined where there is none. */
export function rememberedPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}
