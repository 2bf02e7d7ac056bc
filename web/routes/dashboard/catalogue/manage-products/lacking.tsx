import { useSearchParams } from 'react-router';
import { ATTR } from '#contract/catalogue/facets.ts';
import { useAttributes } from '#web/queries/catalogue/attributes.ts';
import { PageLink } from '#web/shell/page-link.tsx';

const FACTS: Readonly<Record<string, string>> = {
  picture: 'picture of their own',
  weight: 'weight',
  datasheet: 'data sheet',
  certificate: 'certificate',
  category: 'category',
};

/** The address of the products for sale of a category, null for none, that lack a fact, if one is given. */
export function lackingAddress(category: string | null, fact?: string): string {
  const missing = [...(category === null ? ['category'] : []), ...(fact === undefined ? [] : [fact])].join();
  const search = new URLSearchParams({
    onSale: 'true',
    ...(category === null ? {} : { category }),
    ...(missing === '' ? {} : { missing }),
  });
  return `/dashboard/manageProducts?${search.toString()}`;
}

/** What such an address narrows the list to, beside the fields that stand above it. */
export function readLacking(search: URLSearchParams): { category?: string; missing?: string } {
  const [category, missing] = [search.get('category')?.slice(0, 80), search.get('missing')?.slice(0, 500)];
  return { ...(category ? { category } : {}), ...(missing ? { missing } : {}) };
}

/** Says by what category and by what is missing the list is narrowed, and leads back to all. */
export function Lacking() {
  const { category, missing = '' } = readLacking(useSearchParams()[0]);
  const { data: names = [] } = useAttributes();
  const facts = missing.split(',').filter((fact) => fact !== '');
  if (category === undefined && facts.length === 0) return null;
  const named = (fact: string) =>
    FACTS[fact] ?? names.find(({ key }) => fact === ATTR + key)?.name ?? fact.slice(ATTR.length);
  return (
    <p className="mb-4">
      {category === undefined ? 'Products' : `Products in ${category}`}
      {facts.length > 0 && <span>{` without ${facts.map(named).join(', without ')}`}</span>}
      <span>. </span>
      <PageLink to="/dashboard/manageProducts" className="link py-2">
        Show all
      </PageLink>
    </p>
  );
}
