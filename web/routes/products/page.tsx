import { loadPage, Preloaded, preloadPage } from '#web/api/preload.tsx';
import { categoryList, endlessTools, facetList } from '#web/queries/catalogue/tools.ts';
import { shopIn } from '#web/shell/shop-front.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';
import type { Route } from './+types/page.ts';
import { useLocation } from 'react-router';
import { addressOf, readFilter } from './filter.ts';
import { Facets } from './facets.tsx';
import { FilterForm } from './filter-form.tsx';
import { ToolGrid } from './tool-grid.tsx';

const sourcesOf = ({ request }: { request: Request }) => {
  const filter = readFilter(new URL(request.url).searchParams);
  return [endlessTools(filter), facetList(filter), categoryList()] as const;
};

export const loader = (args: Route.LoaderArgs) => preloadPage(args, ...sourcesOf(args));
export const clientLoader = (args: Route.ClientLoaderArgs) => loadPage(...sourcesOf(args));

export function meta(args: Route.MetaArgs) {
  const { category, q } = readFilter(new URLSearchParams(args.location.search));
  return pageMeta(args, {
    title: typeof category === 'string' ? category : 'Products',
    description: `All hand tools that ${shopIn(args).company.name} sells by the piece, in bulk, with price, stock and minimum order.`,
    // Search engines know the whole list and each category; other selections are the visitor's own.
    ...(q === undefined ? { path: addressOf(category === undefined ? {} : { category }) } : {}),
  });
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const filter = readFilter(new URLSearchParams(useLocation().search));
  return (
    <Preloaded preloaded={loaderData.preloaded}>
      <Section id="products" title="Products" level="h1">
        <FilterForm filter={filter} />
        <div className="narrowed">
          <Facets filter={filter} />
          <div>
            <ToolGrid key={addressOf(filter)} filter={filter} />
          </div>
        </div>
      </Section>
    </Preloaded>
  );
}
