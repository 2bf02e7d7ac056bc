import type { Company } from '#contract/buying/companies.ts';
import { usePriceLists } from '#web/queries/catalogue/price-lists.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { Part } from '#web/ui/part.tsx';

interface Props {
  firm: Company;
  /** Whether the user makes price lists. */
  mayChange: boolean;
}

/** By which prices a firm buys. */
export function FirmPrices({ firm, mayChange }: Props) {
  return (
    <Part id="firm-prices" title="Prices">
      {firm.priceList === null && <p>The tools’ own prices.</p>}
      {firm.priceList !== null && (mayChange ? <NamedList id={firm.priceList} /> : <p>A price list of its own.</p>)}
    </Part>
  );
}

function NamedList({ id }: { id: string }) {
  const { data: lists } = usePriceLists();
  const list = lists?.find(({ _id }) => _id === id);
  if (!list) return <div className="skeleton h-6 w-64" role="status" aria-label="Loading the prices" />;
  return (
    <p>
      <TextLink to={`/dashboard/priceLists/${id}`}>{list.name}</TextLink>: {list.percentOff} % off, with prices of its
      own for some tools.
    </p>
  );
}
