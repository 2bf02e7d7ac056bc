import { isOwnAddress } from './origin.ts';

/** The calls that people make by following a link, from a letter or back from Google. */
const LINKS = ['/magic-link/verify', '/verify-email', '/callback/google'];

/** Whether somebody at a browser followed a link, so that they should see a page and not JSON. */
export function isFollowedLink({ method, headers, url }: Request): boolean {
  const { pathname } = new URL(url);
  const asksForPage = headers.get('accept')?.includes('text/html') === true;
  return method === 'GET' && asksForPage && LINKS.includes(pathname.replace(/^\/api\/auth/, ''));
}

/** Leads to the page that the link names for failures, else to the login page, with the refusal's code as `error`. */
export async function problemPage(request: Request, refusal: Response, own: Set<string>): Promise<Response> {
  const { code }: { code: string } = await refusal.json();
  const { searchParams } = new URL(request.url);
  const wished = [searchParams.get('errorCallbackURL'), searchParams.get('callbackURL')];
  const target = wished.find((address) => address && isOwnAddress(address, own)) ?? '/login';
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/s.exec(target) ?? [];
  const headers = new Headers(refusal.headers);
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  headers.set('location', `${path}${path.includes('?') ? '&' : '?'}error=${encodeURIComponent(code)}${hash}`);
  return new Response(null, { status: 302, headers });
}
