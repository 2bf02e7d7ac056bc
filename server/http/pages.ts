import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { projectRoot } from '#server/project-root.ts';
import type { Tag } from './changes.ts';
import { type Kept, respond } from './kept-answer.ts';
import type { Keeper } from './keeper.ts';
import { staticFiles } from './static-files.ts';

/** Renders the page at an address. */
export type Render = (request: Request) => Promise<Response>;

/** Query parameters that change what a page shows; all others are taken away before it is rendered. */
const PAGE_PARAMETERS: Record<string, readonly string[]> = {
  '/products': ['q', 'category', 'sort', 'inStock', 'minPrice', 'maxPrice', 'cursor'],
  '/reviews': ['cursor'],
};

/** How the shop itself spells the paths of its pages. */
const PLAIN_PATH = /^(\/|(\/[\w.-]+)+)$/;

/** Browsers ask each time whether it is still so; a CDN may answer for a minute, and for ten while it looks. */
const PAGE_CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** Pages and their files: rendered once, kept whole, dropped when a write touches what they show. */
export interface Pages {
  fetch(request: Request): Promise<Response>;
  /** The kept page or file at this address as the request line spells it, without waiting; undefined where it must be made. */
  peek(target: string): Kept | undefined;
}

export function createPages(render: Render, keeper: Keeper, config: Config): Pages {
  const files = staticFiles(join(projectRoot, 'build', 'client'));
  const peek = (target: string) => files(target) ?? keeper.peek(target);
  return {
    peek,
    async fetch(request) {
      const url = new URL(request.url);
      const file = files(url.pathname);
      if (file) return respond(file, request);
      const redirect = withoutTrailingSlash(url);
      if (redirect)
        return new Response(null, {
          status: 308,
          headers: { location: redirect, 'cache-control': 'public, max-age=3600' },
        });
      const target = canonicalTarget(url);
      const make = async () => {
        const rendered = await render(new Request(url.origin + target, { headers: { accept: 'text/html' } }));
        return withPolicy(rendered, url.pathname, config);
      };
      // The router understands other spellings of a page too; kept under them, it would escape what drops its own.
      if (!PLAIN_PATH.test(url.pathname)) return make();
      return respond(await keeper.get(target, mayShow(url.pathname), make), request);
    },
  };
}

/** The address with only the parameters that matter, in one order, so that one page is kept once. */
function canonicalTarget(url: URL): string {
  // The document is the same for every order; the browser fills in which.
  if (takesCards(url.pathname)) return '/dashboard/payment/order';
  const query = new URLSearchParams();
  for (const name of PAGE_PARAMETERS[url.pathname] ?? []) {
    const value = url.searchParams.get(name);
    if (value !== null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text ? `${url.pathname}?${text}` : url.pathname;
}

function withoutTrailingSlash({ pathname, search }: URL): string | null {
  const plain = pathname.replace(/\/+$/, '');
  // Two slashes at the front would make another host of the rest; where no page can be, the answer is that there is none.
  return plain !== pathname && plain !== '' && PLAIN_PATH.test(plain) ? plain + search : null;
}

/** All that a page can show; what it does show is known from the calls that it was made from. */
function mayShow(pathname: string): Tag[] {
  if (pathname === '/') return ['tools', 'stock', 'reviews'];
  if (pathname === '/products') return ['tools', 'stock', 'categories'];
  if (pathname === '/reviews') return ['reviews'];
  const product = /^\/products\/([^/]+)$/.exec(pathname);
  if (product?.[1]) return [`tool:${product[1]}`];
  return pathname === '/sitemap.xml' ? ['tools'] : [];
}

/** Sets the page's policy: its own inline scripts by hash, and the card provider's hosts on the payment page alone. */
async function withPolicy(response: Response, pathname: string, config: Config): Promise<Response> {
  const headers = new Headers(response.headers);
  if (response.status === 200) headers.set('cache-control', PAGE_CACHE);
  if (!headers.get('content-type')?.startsWith('text/html'))
    return new Response(response.body, { status: response.status, headers });
  const html = await response.text();
  headers.set(
    'content-security-policy',
    pagePolicy(inlineScriptHashes(html), takesCards(pathname) && config.stripe.kind === 'stripe'),
  );
  return new Response(html, { status: response.status, headers });
}

function takesCards(pathname: string): boolean {
  return /^\/dashboard\/payment\/[^/]+$/.test(pathname);
}

/**
 * What React wrote as inline scripts. Text and attributes are escaped by React and data by React Router, so nothing that
 * a person typed can open a script element here (attacks T76).
 */
function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!/\ssrc=/.test(attributes) && code !== '')
      hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return [...hashes];
}

function pagePolicy(hashes: string[], stripe: boolean): string {
  const also = (hosts: string) => (stripe ? ` ${hosts}` : '');
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}${also('https://js.stripe.com https://*.js.stripe.com')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    `connect-src 'self'${also('https://api.stripe.com')}`,
    `frame-src 'self'${also('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-uri /csp-report',
  ].join('; ');
}
