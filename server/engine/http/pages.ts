import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { projectRoot } from '#server/project-root.ts';
import { GENERAL_TAGS } from './changes.ts';
import { type CachedResponse, respond } from './cached-response.ts';
import { RETRY_AFTER_DOWN } from './errors.ts';
import type { PageCache } from './page-cache.ts';
import { staticAnswer, staticFiles } from './static-files.ts';

/** Renders the page at an address. */
type Render = (request: Request) => Promise<Response>;

/** What the pages themselves say of their addresses (web/page-facts.ts). */
export interface PageFacts {
  /** Addresses that are nothing's: their documents are those of all others of their kind. */
  noPage: string;
  noTool: string;
  /** Paths that search engines are led to. */
  listed: readonly string[];
  /** The id of the tool that a page is about. */
  toolAt(pathname: string): string | undefined;
  /** Whether cards are typed in there. */
  takesCards(pathname: string): boolean;
  /** The path whose document a page has. */
  documentOf(pathname: string): string;
  /** Query parameters that change what it shows, of one that ends in a point all that begin with it; all others are taken away before it is rendered. */
  parametersOf(pathname: string): readonly string[];
}

/** What is known of an address before anything is rendered, so that made-up addresses cost no rendering. */
export interface AddressFacts extends PageFacts {
  /** Whether a page has this path. */
  isPage(pathname: string): boolean;
  /** The shop's own spelling of a page's path in other capitals; null where no page is meant. */
  spelling(pathname: string): string | null;
  /** Where the owner has not written the page at this path, or turned it off: the address whose document says so; else null. */
  missingAt(pathname: string): Promise<string | null>;
  /** Whether a tool of this id is for sale. */
  isTool(id: string): Promise<boolean>;
}

/** Where the pages' files come from. */
interface Files {
  /** The folder of this build's own. */
  folder: string;
  /** A file of another version; null where none had it. */
  ofOtherVersions(name: string): Promise<Buffer | null>;
  /** Is told of a file of this build that has gone. */
  onGone(path: string): void;
}

/** How many files of other versions are kept in memory. */
const MOST_OF_OTHERS = 100;

/** How the shop itself spells the paths of its pages. */
const PLAIN_PATH = /^(\/|(\/[\w.-]+)+)$/;

/** Browsers ask each time whether it is still so; a CDN may answer for a minute, and for ten while it looks. */
const PAGE_CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** Pages and their files: rendered once, cached whole, dropped when a write touches what they show. */
export interface Pages {
  fetch(request: Request): Promise<Response>;
  /** The cached page or file at this address as the request line spells it, without waiting; undefined where it must be made. */
  peek(target: string): CachedResponse | undefined;
  /** Paths that search engines are led to. */
  listed: readonly string[];
}

export function createPages(
  render: Render,
  pageCache: PageCache,
  config: Config,
  known: AddressFacts,
  { folder, ofOtherVersions, onGone }: Files = {
    folder: join(projectRoot, 'build', 'client'),
    ofOtherVersions: async () => null,
    onGone() {},
  },
): Pages {
  const files = staticFiles(folder, onGone);
  const others = new Map<string, CachedResponse>();
  const peek = (target: string) => files.peek(target) ?? others.get(target) ?? pageCache.peek(target);
  /** The file at a path, of this version or, where its name is made from its content, of any. */
  const fileAt = async (path: string): Promise<CachedResponse | undefined> => {
    const own = (await files.read(path)) ?? others.get(path);
    if (own || !path.startsWith('/assets/')) return own;
    const body = await ofOtherVersions(path.slice('/assets/'.length));
    if (body === null) return undefined;
    const found = staticAnswer(path, body);
    if (others.size >= MOST_OF_OTHERS) others.clear();
    others.set(path, found);
    return found;
  };
  /** What is rendered for an address, which is the key under which it is cached, and whether that says that nothing is there. */
  const targetOf = async (url: URL): Promise<{ target: string; missing: boolean }> => {
    // The router understands other spellings of a page too; cached under them, it would escape what drops its own.
    if (!PLAIN_PATH.test(url.pathname) || !known.isPage(url.pathname)) return { target: known.noPage, missing: true };
    const target = canonicalTarget(url, known);
    if (pageCache.peek(target)?.status === 200) return { target, missing: false };
    const gone = await known.missingAt(url.pathname);
    if (gone !== null) return { target: gone, missing: true };
    const id = known.toolAt(url.pathname);
    return id === undefined || (await known.isTool(id))
      ? { target, missing: false }
      : { target: known.noTool, missing: true };
  };
  return {
    peek,
    listed: known.listed,
    async fetch(request) {
      const url = new URL(request.url);
      const file = await fileAt(url.pathname);
      if (file) return respond(file, request);
      const redirect = withoutTrailingSlash(url) ?? plainSpelling(url, known);
      if (redirect)
        return new Response(null, {
          status: 308,
          headers: { location: redirect, 'cache-control': 'public, max-age=3600' },
        });
      const { target, missing } = await targetOf(url);
      const make = async () => {
        // A page shows what the calls show that it is made from, and nothing else.
        pageCache.shows([]);
        const rendered = await render(new Request(url.origin + target, { headers: { accept: 'text/html' } }));
        return withPolicy(rendered, known.takesCards(url.pathname) && config.stripe.kind === 'stripe');
      };
      return respond(await pageCache.get(target, missing ? ['settings'] : [...GENERAL_TAGS], make, missing), request);
    },
  };
}

/** The address with only the parameters that matter, in one order, so that one page is cached once. */
function canonicalTarget(url: URL, known: AddressFacts): string {
  const path = known.documentOf(url.pathname);
  const query = new URLSearchParams();
  const given = [...new Set(url.searchParams.keys())].toSorted();
  for (const name of known.parametersOf(path)) {
    if (name.endsWith('.')) {
      for (const field of given.filter((each) => each.startsWith(name)))
        for (const value of url.searchParams.getAll(field)) if (value !== '') query.append(field, value);
      continue;
    }
    const value = url.searchParams.get(name);
    if (value !== null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

function withoutTrailingSlash({ pathname, search }: URL): string | null {
  let end = pathname.length;
  while (pathname[end - 1] === '/') end--;
  const plain = pathname.slice(0, end);
  // Two slashes at the front would make another host of the rest; where no page can be, the answer is that there is none.
  return plain !== pathname && plain !== '' && PLAIN_PATH.test(plain) ? plain + search : null;
}

/** The shop's own spelling of a page whose path came in other capitals or in code, such as `/Products` and `/prod%75cts`. */
function plainSpelling({ pathname, search }: URL, known: AddressFacts): string | null {
  let plain: string;
  try {
    plain = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (!PLAIN_PATH.test(plain)) return null;
  const spelled = known.isPage(plain) ? plain : known.spelling(plain);
  return spelled !== null && spelled !== pathname ? spelled + search : null;
}

/** Sets the page's policy: its own inline scripts by hash, and the card provider's hosts where it needs them. */
async function withPolicy(response: Response, stripe: boolean): Promise<Response> {
  const headers = new Headers(response.headers);
  if (response.status === 200) headers.set('cache-control', PAGE_CACHE);
  if (response.status === 503) headers.set('retry-after', String(RETRY_AFTER_DOWN));
  if (!headers.get('content-type')?.startsWith('text/html'))
    return new Response(response.body, { status: response.status, headers });
  const html = await response.text();
  headers.set('content-security-policy', pagePolicy(inlineScriptHashes(html), stripe));
  return new Response(html, { status: response.status, headers });
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
