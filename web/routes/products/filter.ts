import type { Facet } from '#contract/catalogue/facets.ts';
import { BY_ATTRIBUTE, queryOf, type ShownSort } from '#contract/catalogue/list-filter.ts';
import type { ToolFilter } from '#web/queries/catalogue/tools.ts';
import { say } from '#web/saying/say.ts';

/** Orders that the list can be asked for, with the words for them. */
export const SORTS = {
  featured: say('Featured'),
  newest: say('Newest first'),
  name: say('Name, A to Z'),
  '-name': say('Name, Z to A'),
  price: say('Price, lowest first'),
  '-price': say('Price, highest first'),
} as const satisfies Record<ShownSort, string>;

/** What the two orders by an attribute are called. */
export function orderWords(kind: Facet['kind']): readonly [string, string] {
  return kind === 'number' ? ['smallest first', 'largest first'] : ['A to Z', 'Z to A'];
}

/** The key of the attribute that the list is sorted by, if it is. */
export function sortedByAttribute({ sort }: ToolFilter): string | undefined {
  return BY_ATTRIBUTE.exec(String(sort))?.[1];
}

/** Whether the list is asked for as a whole, in whatever order. */
export function isWhole(filter: ToolFilter): boolean {
  return Object.keys(filter).every((name) => name === 'sort');
}

/**
 * The address under which search engines know the list: the whole, a category, and either narrowed by one value of one attribute, in whatever
 * order and however far it is shown; undefined where it is a selection of the visitor's own.
 */
export function publicAddress(filter: ToolFilter): string | undefined {
  const { sort: _sort, cursor: _cursor, category, ...others } = filter;
  const [first, ...more] = Object.entries(others);
  const isFacet = first?.[0].startsWith('attr.') && !/,|\.\./.test(String(first[1]));
  if (more.length > 0 || (first !== undefined && !isFacet)) return undefined;
  return addressOf({ ...(category === undefined ? {} : { category }), ...others });
}

/** What the list is narrowed by, as its title says it: Size 13 mm. */
export function facetWords(filter: ToolFilter, facets: readonly Facet[]): string[] {
  return facets.flatMap(({ key, name, unit }) => {
    const asked = filter[`attr.${key}`];
    return asked === undefined ? [] : [`${name} ${asked.replaceAll(',', ', ')}${unit === null ? '' : ` ${unit}`}`];
  });
}

/** What is chosen of an attribute: values, and from where to where. */
export interface AttributeChoice {
  values: string[];
  from: string;
  to: string;
}

export function chosenOf(filter: ToolFilter, key: string): AttributeChoice {
  const parts = (filter[`attr.${key}`] ?? '').split(',').filter((part) => part !== '');
  const [from = '', to = ''] = parts.find((part) => part.includes('..'))?.split('..') ?? [];
  return { values: parts.filter((part) => !part.includes('..')), from, to };
}

/** The address of a list; what it does not ask for is left out, so that each list has one address. */
export function addressOf(filter: ToolFilter): string {
  const text = queryOf(filter).toString();
  return text ? `/products?${text}` : '/products';
}
