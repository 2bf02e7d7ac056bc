import { foundBy, loadPage, Preloaded, preloadPage } from '#web/api/preload.tsx';
import { categoryList, endlessTools, facetList } from '#web/queries/catalogue/tools.ts';
import { shopIn } from '#web/shell/shop-front.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';
import type { Route } from './+types/page.ts';
import { useLocation } from 'react-router';
import { readFilter } from '#contract/catalogue/list-filter.ts';
import { addressOf, facetWords, publicAddress } from './filter.ts';
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
  const filter = readFilter(new URLSearchParams(args.location.search));
  const path = publicAddress(filter);
  const category = typeof filter.category === 'string' ? filter.category : 'Products';
  return pageMeta(args, {
    title: [category, ...facetWords(filter, foundBy(facetList(filter), args.loaderData)?.facets ?? [])].join(', '),
    description: `All hand tools that ${shopIn(args).company.name} sells by the piece, in bulk, with price, stock and minimum order.`,
    ...(path === undefined ? {} : { path }),
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
