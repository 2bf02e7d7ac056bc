import type { Facet } from '#contract/catalogue/facets.ts';
import type { ToolFilter } from '#web/queries/catalogue/tools.ts';
import { say } from '#web/saying/say.ts';
import { money } from '#web/shell/format.ts';
import { wordsFor } from './facet-words.ts';
import { chosenOf } from './filter.ts';

/** One thing that a list is narrowed by: what it is called, and the filter without it. */
export interface ChosenPart {
  words: string;
  without: ToolFilter;
}

/** What a list is narrowed by, the category first. Whatever is left starts at its beginning. */
export function chosenParts({ cursor: _cursor, ...filter }: ToolFilter, facets: readonly Facet[]): ChosenPart[] {
  const { category, q, minPrice, maxPrice, inStock } = filter;
  const without = (name: keyof ToolFilter): ToolFilter => ({ ...filter, [name]: undefined });
  const price = (amount: unknown) => money(Number(amount));
  return [
    ...(category === undefined ? [] : [{ words: String(category), without: without('category') }]),
    ...(q === undefined ? [] : [{ words: `“${String(q)}”`, without: without('q') }]),
    ...(minPrice === undefined
      ? []
      : [{ words: say('From {price}', { price: price(minPrice) }), without: without('minPrice') }]),
    ...(maxPrice === undefined
      ? []
      : [{ words: say('Up to {price}', { price: price(maxPrice) }), without: without('maxPrice') }]),
    ...(inStock === undefined ? [] : [{ words: say('Can be ordered now'), without: without('inStock') }]),
    ...facets.flatMap((facet) => ofFacet(filter, facet)),
  ];
}

function ofFacet(filter: ToolFilter, { key, name, kind, unit }: Facet): ChosenPart[] {
  const { values, from, to } = chosenOf(filter, key);
  const parts = (filter[`attr.${key}`] ?? '').split(',').filter((part) => part !== '');
  const left = (gone: string) => {
    const others = parts.filter((part) => part !== gone).join(',');
    return { ...filter, [`attr.${key}`]: others === '' ? undefined : others };
  };
  const named = (words: string, gone: string) => ({ words: `${name}: ${words}`, without: left(gone) });
  const range = parts.find((part) => part.includes('..'));
  const bounds = [from === '' ? '' : say('from {from}', { from }), to === '' ? '' : say('to {to}', { to })]
    .filter(Boolean)
    .join(' ');
  return [
    ...values.map((value) => named(wordsFor(kind, value, unit), value)),
    ...(range === undefined ? [] : [named(`${bounds}${unit === null ? '' : ` ${unit}`}`, range)]),
  ];
}
