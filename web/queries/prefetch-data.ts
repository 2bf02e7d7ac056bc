import { tabQueryClient } from '#web/api/query-client.ts';
import { queryOf, type Source } from '#web/api/source.ts';
import { reviewList } from './buying/reviews.ts';
import { attributeNames, categoryList, endlessTools, HOME_COUNT, oneTool, toolList } from './catalogue/tools.ts';

/** Fetches what the page at this address will ask for, once, while the visitor still makes up their mind. */
export function prefetchData(href: string): void {
  for (const source of sourcesOf(href)) void tabQueryClient().prefetchQuery(queryOf(source));
}

function sourcesOf(href: string): Source<unknown>[] {
  if (href === '/') return [toolList({ limit: HOME_COUNT }), reviewList({ limit: HOME_COUNT })];
  if (href === '/products') return [endlessTools(), categoryList()];
  if (href === '/reviews') return [reviewList()];
  const product = /^\/products\/([\w-]+)$/.exec(href)?.[1];
  return product ? [oneTool(product), attributeNames] : [];
}
