import { createRequestHandler, generatePath, matchPath, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { type PageContext, pageContext } from './api/page-context.ts';

/** Renders pages: what the server mounts. The context reaches every loader. */
export function createRenderer(
  mode: 'production' | 'development',
): (request: Request, context: PageContext) => Promise<Response> {
  const handle = createRequestHandler(build, mode);
  return (request, context) => handle(request, new RouterContextProvider(new Map([[pageContext, context]])));
}

export { pageFacts } from './page-facts.ts';

type RouteFacts = (typeof build.routes)[string];

/** Every page's whole path, such as `/products/:productId`, and how strictly it is spelled. */
const pages = Object.values(build.routes).flatMap((route) =>
  route && !route.path?.includes('*') ? [{ path: wholePath(route), caseSensitive: route.caseSensitive ?? false }] : [],
);

function wholePath({ path = '', parentId }: NonNullable<RouteFacts>): string {
  const parent = parentId === undefined ? undefined : build.routes[parentId];
  const whole = `${parent ? wholePath(parent) : ''}/${path}`.replaceAll(/\/+/g, '/');
  return whole === '/' ? whole : whole.replace(/\/$/, '');
}

/** Whether a page of its own, and not the one for everything else, has this path. */
export function isPage(pathname: string): boolean {
  return pages.some((page) => matchPath(page, pathname) !== null);
}

/** The shop's own spelling of a page's path that came in other capitals, such as `/Products`; null where no page is meant. */
export function spelling(pathname: string): string | null {
  for (const { path } of pages) {
    const match = matchPath({ path, caseSensitive: false }, pathname);
    if (match) return generatePath(path, match.params);
  }
  return null;
}
