import { FILTERS } from '#contract/catalogue/list-filter.ts';

/** Query parameters that change what a page shows. */
const PARAMETERS: Record<string, readonly string[]> = {
  '/products': [...FILTERS, 'attr.', 'from.', 'to.'],
  '/compare': ['tools'],
  '/reviews': ['cursor'],
};

/** What the server has to know of pages beyond their paths, so that each document is made once for all that show the same. */
export const pageFacts = {
  /** An address that is nobody's page: all such addresses share one document. */
  noPage: '/not-found',
  /** The same of tools. */
  noTool: '/products/-',
  /** The same of the owner's own pages. */
  noOwnPage: '/pages/-',
  /** Where search engines are led, beside the pages of tools. */
  listed: ['/', '/products', '/reviews', '/blogs', '/about', '/contactUs', '/myPortfolio'],
  /** The id of the tool that a page is about; undefined for all other pages. */
  toolAt: (pathname: string): string | undefined => /^\/products\/([^/]+)$/.exec(pathname)?.[1],
  /** The address of the owner's own page that is shown there; undefined for all other pages. */
  ownPageAt: (pathname: string): string | undefined => /^\/pages\/([^/]+)$/.exec(pathname)?.[1],
  /** Whether cards are typed in there, in a frame of their provider's. */
  takesCards: (pathname: string): boolean => /^\/dashboard\/payment\/[^/]+$/.test(pathname),
  /** The path whose document it has: where that is the same for every order, the browser fills in which. */
  documentOf: (pathname: string): string => pathname.replace(/^(\/dashboard\/(?:payment|receipt))\/[^/]+$/, '$1/order'),
  parametersOf: (pathname: string): readonly string[] => PARAMETERS[pathname] ?? [],
};
