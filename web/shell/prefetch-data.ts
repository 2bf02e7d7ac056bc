import { tabQueryClient } from '#web/api/query-client.ts';
import { reviewList } from '#web/api/reviews.ts';
import type { Source } from '#web/api/seed.tsx';
import { categoryList, endlessTools, HOME_COUNT, oneTool, toolList } from '#web/api/tools.ts';

/** Fetches what the page at this address will ask for, once, while the visitor still makes up his mind. */
export function prefetchData(href: string): void {
  const client = tabQueryClient();
  for (const { queryKey, fetch } of sourcesOf(href)) {
    void client.prefetchQuery({ queryKey, queryFn: () => fetch(), retry: false });
  }
}

function sourcesOf(href: string): Source<unknown>[] {
  if (href === '/') return [toolList({ limit: HOME_COUNT }), reviewList({ limit: HOME_COUNT })];
  if (href === '/products') return [endlessTools(), categoryList()];
  if (href === '/reviews') return [reviewList()];
  const product = /^\/products\/([\w-]+)$/.exec(href)?.[1];
  return product ? [oneTool(product)] : [];
}
