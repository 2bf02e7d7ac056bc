import type { Facet } from '#contract/catalogue/facets.ts';
import type { AttributeSort } from '#contract/catalogue/tools.ts';
import type { ToolFilter } from '#web/queries/catalogue/tools.ts';

/** Orders that the list can be asked for, with the words for them. */
export const SORTS = {
  featured: 'Featured',
  newest: 'Newest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  price: 'Price, lowest first',
  '-price': 'Price, highest first',
} as const;

/** Orders by an attribute, from the least on, and with a hyphen from the most. */
const BY_ATTRIBUTE = /^-?attr\.([a-z0-9-]{1,40})$/;

/** As long as the contract takes one (contract/lists.ts, which would bring its schemas along). */
const MAY_BE_CURSOR = /^[\w-]{1,2000}$/;

/** What the two orders by an attribute are called. */
export function orderWords(kind: Facet['kind']): readonly [string, string] {
  return kind === 'number' ? ['smallest first', 'largest first'] : ['A to Z', 'Z to A'];
}

/** The key of the attribute that the list is sorted by, if it is. */
export function sortedByAttribute({ sort }: ToolFilter): string | undefined {
  return BY_ATTRIBUTE.exec(String(sort))?.[1];
}

/** Each name that an address may have for it, in the order in which one is written. */
export const FILTERS = [
  'q',
  'category',
  'sort',
  'inStock',
  'minPrice',
  'maxPrice',
  'cursor',
] as const satisfies (keyof ToolFilter)[];

/**
 * What the address asks for. An address may be old or typed by hand: what the list would refuse is left out, and prices
 * the wrong way round are turned.
 */
export function readFilter(search: URLSearchParams): ToolFilter {
  const filter: ToolFilter = {};
  const q = search.get('q')?.trim().slice(0, 200);
  if (q) filter.q = q;
  const category = search.get('category');
  if (category && category.length <= 80) filter.category = category;
  const sort = search.get('sort');
  if (sort && isSort(sort) && sort !== 'featured') filter.sort = sort;
  if (search.get('inStock') === 'true') filter.inStock = true;
  const [low, high] = [readPrice(search.get('minPrice')), readPrice(search.get('maxPrice'))];
  const turned = low !== undefined && high !== undefined && low > high;
  const [minPrice, maxPrice] = turned ? [high, low] : [low, high];
  if (minPrice !== undefined) filter.minPrice = minPrice;
  if (maxPrice !== undefined) filter.maxPrice = maxPrice;
  const cursor = search.get('cursor');
  if (cursor && MAY_BE_CURSOR.test(cursor)) filter.cursor = cursor;
  return { ...filter, ...readAsked(search) };
}

function isSort(sort: string): sort is keyof typeof SORTS | AttributeSort {
  return Object.hasOwn(SORTS, sort) || BY_ATTRIBUTE.test(sort);
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

/** The keys of attributes, and what of them, that an address may ask for. */
const ASKED = /^(?:attr|from|to)\.([a-z0-9-]{1,40})$/;
const MOST_ASKED = 30;
const LONGEST_CHOICE = 2_000;

/** What is asked of attributes: choices one by one or with commas, and from where to where, as forms send it without script. */
function readAsked(search: URLSearchParams): Record<`attr.${string}`, string> {
  const keys = new Set([...search.keys()].flatMap((name) => ASKED.exec(name)?.[1] ?? []));
  const asked: Record<`attr.${string}`, string> = {};
  for (const key of [...keys].toSorted().slice(0, MOST_ASKED)) {
    const [from, to] = [readBound(search.get(`from.${key}`)), readBound(search.get(`to.${key}`))];
    const isTurned = from !== '' && to !== '' && Number(from) > Number(to);
    const range = from === '' && to === '' ? [] : [isTurned ? `${to}..${from}` : `${from}..${to}`];
    const parts = [...search.getAll(`attr.${key}`).flatMap((text) => text.split(',')), ...range];
    const text = [...new Set(parts.filter((part) => part.trim() !== ''))].join(',');
    if (text !== '' && text.length <= LONGEST_CHOICE) asked[`attr.${key}`] = text;
  }
  return asked;
}

const BOUND =
  /^[+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}|(?:\d{1,4}[ -])?\d{1,4}\/\d{1,4}|(?:\d{1,4} ?)?[½¼¾⅛⅜⅝⅞]) ?[\p{L}°"″'′²³·-]{0,15}$/u;

/** A number as it is typed into a range, perhaps with a unit, also with a comma before its decimals; empty where it is none. */
function readBound(typed: string | null): string {
  const text = withPoint((typed ?? '').trim().slice(0, 60));
  return BOUND.test(text) ? text : '';
}

/** A point where a comma stands before decimals: 12,7. */
export function withPoint(number: string): string {
  return number.replace(/^([+-]?\d{0,9}),(?=\d)/, '$1.');
}

/** What is chosen of an attribute: values, and from where to where. */
export interface Chosen {
  values: string[];
  from: string;
  to: string;
}

export function chosenOf(filter: ToolFilter, key: string): Chosen {
  const parts = (filter[`attr.${key}`] ?? '').split(',').filter((part) => part !== '');
  const [from = '', to = ''] = parts.find((part) => part.includes('..'))?.split('..') ?? [];
  return { values: parts.filter((part) => !part.includes('..')), from, to };
}

function readPrice(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : undefined;
}

/** The address of a list; what it does not ask for is left out, so that each list has one address. */
export function addressOf(filter: ToolFilter): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text ? `/products?${text}` : '/products';
}
