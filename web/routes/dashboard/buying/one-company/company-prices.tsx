import type { Company } from '#contract/buying/companies.ts';
import { usePriceLists } from '#web/queries/catalogue/price-lists.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { Part } from '#web/ui/part.tsx';

interface Props {
  company: Company;
  /** Whether the user makes price lists. */
  mayChange: boolean;
}

/** The prices that a company pays. */
export function CompanyPrices({ company, mayChange }: Props) {
  return (
    <Part id="company-prices" title="Prices">
      {company.priceList === null && <p>List prices.</p>}
      {company.priceList !== null && (mayChange ? <NamedList id={company.priceList} /> : <p>A price list.</p>)}
    </Part>
  );
}

function NamedList({ id }: { id: string }) {
  const { data: lists } = usePriceLists();
  const list = lists?.find(({ _id }) => _id === id);
  if (!list) return <div className="skeleton h-6 w-64" role="status" aria-label="Loading the prices" />;
  return (
    <p>
      <TextLink to={`/dashboard/priceLists/${id}`}>{list.name}</TextLink>: {list.percentOff} % off, with special prices
      for some tools.
    </p>
  );
}
