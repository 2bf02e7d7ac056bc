import type { z } from 'zod';
import { moneyToCents } from '../money.ts';
import { readNumber } from '../typed-number.ts';
import type { AttributeSort, ToolQuery } from './tools.ts';

/** What an address of the list of products asks for. */
export type ListFilter = Partial<
  Pick<z.output<typeof ToolQuery>, 'q' | 'category' | 'sort' | 'inStock' | 'minPrice' | 'maxPrice' | 'cursor'>
> &
  Record<`attr.${string}`, string>;

/** Orders that the page offers, the shop's own first. */
const SHOWN_SORTS = ['featured', 'newest', 'name', '-name', 'price', '-price'] as const;
export type ShownSort = (typeof SHOWN_SORTS)[number];

/** Orders by an attribute, from the least on, and with a hyphen from the most. */
export const BY_ATTRIBUTE = /^-?attr\.([a-z0-9-]{1,40})$/;

/** As long as the contract takes one (./lists.ts, which would bring its schemas to pages). */
const MAY_BE_CURSOR = /^[\w-]{1,2000}$/;

/** Each name that an address may have for it, in the order in which one is written. */
export const FILTERS = [
  'q',
  'category',
  'sort',
  'inStock',
  'minPrice',
  'maxPrice',
  'cursor',
] as const satisfies (keyof ListFilter)[];

/**
 * What the address asks for. An address may be old or typed by hand: what the list would refuse is left out, and prices
 * the wrong way round are turned.
 */
export function readFilter(search: URLSearchParams): ListFilter {
  const filter: ListFilter = {};
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

function isSort(sort: string): sort is ShownSort | AttributeSort {
  return SHOWN_SORTS.some((shown) => shown === sort) || BY_ATTRIBUTE.test(sort);
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

function readPrice(text: string | null): number | undefined {
  const read = text === null ? null : readNumber(text);
  // No price has three decimals: what may be read in two ways are thousands.
  const price = read && ('value' in read ? read.value : read.either[1]);
  const isPrice = typeof price === 'number' && price >= 0 && price < 1e7 && moneyToCents(price) !== null;
  return isPrice ? price : undefined;
}

/** The filter as a query; what it does not ask for is left out. */
export function queryOf(filter: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, String(value));
  return search;
}
