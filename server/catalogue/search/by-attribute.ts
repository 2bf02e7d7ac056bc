import { sentence } from '#contract/sentences.ts';
import { and, inArray } from 'drizzle-orm';
import { ATTR } from '#contract/catalogue/facets.ts';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { AttributeSort, Tool, ToolSort } from '#contract/catalogue/tools.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import { decodeCursor, pageOf } from '#server/engine/http/paging.ts';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { fitting, hasAttribute } from './filters.ts';
import { listedBy } from './listed-by-words.ts';
import { type AttributePlace, sortByAttribute } from './sort-by-attribute.ts';
import type { ToolMatches, PageAsked, ToolFilters } from './tool-search.ts';

/** What is asked of a list in the order of an attribute. */
interface AttributeListQuery extends Omit<PageAsked, 'sort'> {
  q: string;
  sort: AttributeSort;
  filters: ToolFilters;
}

/**
 * A page of a list in the order of an attribute, numbers by the base unit of their measure; tools without it come last.
 * @throws AppError VALIDATION_ERROR at `sort` for an attribute that there is not, at `cursor` for one that no earlier answer gave
 */
export async function listByAttribute(
  from: Reader,
  { q, sort, filters, cursor, limit }: AttributeListQuery,
): Promise<Omit<ToolMatches, 'ids'> & { rows: Tool[] }> {
  const attribute = sortedAttribute(await listAttributes(from.db), sort);
  const { key } = attribute;
  const { listed, ...said } = await listedBy(from, q, filters);
  const { attributes: chosen = [] } = filters;
  const order = { key, descending: sort.startsWith('-') };
  const after = cursor === undefined ? null : readPlace(attribute, cursor);
  const fits = and(listed, ...chosen.map(hasAttribute));
  const { places, total } = await sortByAttribute(from.db, fits, order, { after, limit: limit + 1 });
  const page = pageOf(places, limit, total, ({ value, position }) => [value?.value ?? '', position]);
  return { ...page, ...said, rows: await toolsAt(from, page.rows, filters) };
}

export function isByAttribute(sort: ToolSort | undefined): sort is AttributeSort {
  return sort !== undefined && /^-?attr\./.test(sort);
}

/** The one that is sorted by. @throws AppError VALIDATION_ERROR at `sort` where there is none of that key */
export function sortedAttribute(all: readonly Attribute[], sort: AttributeSort): Attribute {
  const key = sort.slice(sort.indexOf(ATTR) + ATTR.length);
  const attribute = all.find((each) => each.key === key);
  if (!attribute) throw invalid('sort', sentence('There is no such attribute'));
  return attribute;
}

function readPlace({ kind }: Attribute, cursor: string): AttributePlace {
  const [value, position] = decodeCursor(cursor, ['string', 'number']) as [string, number];
  const number = kind === 'number' ? Number(value) : null;
  if (number !== null && !Number.isFinite(number))
    throw invalid('cursor', sentence('cursor must come from an earlier answer'));
  return { value: value === '' ? null : { value, number }, position };
}

/** The tools at these places, in that order; without those that meanwhile fit no more. */
async function toolsAt({ db }: Reader, places: readonly AttributePlace[], filters: ToolFilters): Promise<Tool[]> {
  const positions = places.map(({ position }) => position);
  if (positions.length === 0) return [];
  const rows = await db
    .select()
    .from(tools)
    .where(and(inArray(tools.position, positions), fitting(filters)));
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return positions.flatMap((position) => byPosition.get(position) ?? []).map(presentTool);
}
