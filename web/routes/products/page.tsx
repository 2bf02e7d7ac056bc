import { foundBy, loadPage, Preloaded, preloadPage } from '#web/api/preload.tsx';
import { facetList } from '#web/queries/catalogue/facets.ts';
import { categoryList, endlessTools } from '#web/queries/catalogue/tools.ts';
import { shopIn } from '#web/shell/shop-front.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';
import { say } from '#web/saying/say.ts';
import type { Route } from './+types/page.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readFilter } from '#contract/catalogue/list-filter.ts';
import { addressOf, facetWords, publicAddress } from './filter.ts';
import { Chosen, Facets } from './facets.tsx';
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
  const category = typeof filter.category === 'string' ? filter.category : say('Products');
  return pageMeta(args, {
    title: [category, ...facetWords(filter, foundBy(facetList(filter), args.loaderData)?.facets ?? [])].join(', '),
    description: say('All hand tools that {name} sells by the piece, in bulk, with price, stock and minimum order.', {
      name: shopIn(args).company.name,
    }),
    ...(path === undefined ? {} : { path }),
  });
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const filter = readFilter(new URLSearchParams(useLocation().search));
  const address = addressOf(filter);
  const list = useBeginInSight(address);
  return (
    <Preloaded preloaded={loaderData.preloaded}>
      <Section id="products" title={say('Products')} level="h1">
        <FilterForm filter={filter} />
        <Chosen filter={filter} />
        <div className="narrowed">
          <Facets filter={filter} />
          <div ref={list} className="narrowed-list">
            <ToolGrid key={address} filter={filter} />
          </div>
        </div>
      </Section>
    </Preloaded>
  );
}

/** A list that something else is chosen for far below its beginning is shorter, and nothing would be where one looks. */
function useBeginInSight(address: string) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(address);
  const goesBack = useNavigationType() === 'POP';
  const follow = useEffectEvent((now: string) => {
    const isOther = shown.current !== now;
    shown.current = now;
    if (!isOther || goesBack || !list.current) return;
    if (list.current.getBoundingClientRect().top < 0) list.current.scrollIntoView();
  });
  useEffect(() => follow(address), [address]);
  return list;
}
