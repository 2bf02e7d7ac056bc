import type { Company } from '#contract/buying/companies.ts';
import { usePriceLists } from '#web/queries/catalogue/price-lists.ts';
import { PageLink } from '#web/shell/page-link.tsx';

interface Props {
  firm: Company;
  /** Whether the user makes price lists. */
  mayChange: boolean;
}

/** By which prices a firm buys. */
export function FirmPrices({ firm, mayChange }: Props) {
  return (
    <section aria-labelledby="firm-prices" className="mt-8">
      <h3 id="firm-prices" className="mb-2 text-lg font-semibold">
        Prices
      </h3>
      {firm.priceList === null && <p>The tools’ own prices.</p>}
      {firm.priceList !== null && (mayChange ? <NamedList id={firm.priceList} /> : <p>A price list of its own.</p>)}
    </section>
  );
}

function NamedList({ id }: { id: string }) {
  const { data: lists } = usePriceLists();
  const list = lists?.find(({ _id }) => _id === id);
  if (!list) return <div className="skeleton h-6 w-64" role="status" aria-label="Loading the prices" />;
  return (
    <p>
      <PageLink to={`/dashboard/priceLists/${id}`} className="link">
        {list.name}
      </PageLink>
      : {list.percentOff} % off, with prices of its own for some tools.
    </p>
  );
}
