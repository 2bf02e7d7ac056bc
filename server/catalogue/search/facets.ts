import { and, sql, type SQL } from 'drizzle-orm';
import type { ToolQuery } from '#contract/catalogue/tools.ts';
import type { Facet, Facets } from '#contract/catalogue/facets.ts';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import { fromBase } from '#contract/catalogue/units.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { type AttributeFilter, readAsked } from './asked-attributes.ts';
import { fitting, hasAttribute } from './filters.ts';
import { postgresSearch } from './postgres-search.ts';
import type { ToolFilters } from './tool-search.ts';

interface Counted extends Record<string, unknown> {
  attribute: string | null;
  value: string | null;
  number: number | null;
  count: number;
}

/**
 * By what the listed tools can be narrowed further, with exact counts: those of an attribute leave out what is chosen of it.
 * What tools would have without any choice is there too, with a count of 0 where nothing is left of it.
 * @throws AppError VALIDATION_ERROR at `attr.KEY` as the list itself
 */
export async function facetsOf(from: Reader, query: ToolQuery): Promise<Facets> {
  const { q = '', cursor: _cursor, limit: _limit, sort: _sort, attr, ...others } = query;
  const chosen = await readAsked(from.db, attr);
  const shown = (await listAttributes(from.db)).filter(({ isFacet }) => isFacet);
  const filters: ToolFilters = { ...others, onSale: true };
  const found =
    q.trim() === '' ? undefined : await postgresSearch.matching(from, q, { ...filters, attributes: chosen });
  const counted = await count(from, and(fitting(filters), found), chosen, shown);
  const total = counted.find(({ attribute }) => attribute === null)?.count ?? 0;
  return { total, facets: shown.flatMap((attribute) => facetOf(attribute, counted, chosen) ?? []) };
}

/** An attribute as it would be shown over all tools for sale, whether it is or not; null where none has it. */
export async function previewFacet(from: Reader, attribute: Attribute): Promise<Facet | null> {
  return facetOf(attribute, await count(from, fitting({ onSale: true }), [], [attribute]), []);
}

/** How many tools have each value of each attribute, all at one look; without an attribute, how many there are. */
async function count(
  { db }: Reader,
  listed: SQL | undefined,
  chosen: readonly AttributeFilter[],
  shown: readonly Attribute[],
): Promise<Counted[]> {
  const all = sql.join([sql`true`, ...chosen.map((_, at) => sql.raw(`fits_${at}`))], sql` and `);
  const without = chosen.map(({ key }, own) => {
    const others = chosen.flatMap((_, at) => (at === own ? [] : [sql.raw(`fits_${at}`)]));
    return sql`when ${key} then ${sql.join([sql`true`, ...others], sql` and `)}`;
  });
  const counts = chosen.length === 0 ? sql`true` : sql`case attribute ${sql.join(without, sql` `)} else ${all} end`;
  const marks = chosen.map((filter, at) => sql`, ${hasAttribute(filter)} as ${sql.raw(`fits_${at}`)}`);
  const keys = shown.length === 0 ? sql`false` : sql`attribute in ${shown.map(({ key }) => key)}`;
  const { rows } = await db.execute<Counted>(sql`
    with listed as materialized (select id${sql.join(marks, sql``)} from ${tools} where ${listed})
    select null as attribute, null as value, null::float8 as number, count(*) filter (where ${all})::int as count from listed
    union all
    select attribute, value, number, count(*) filter (where ${counts})::int
    from listed join tool_attributes on tool_id = id where ${keys} group by attribute, value, number`);
  return rows;
}

function facetOf(
  { key, name, kind, unit }: Attribute,
  counted: readonly Counted[],
  chosen: readonly AttributeFilter[],
): Facet | null {
  const own = counted.filter(({ attribute }) => attribute === key);
  if (own.length === 0) return null;
  const filter = chosen.find((each) => each.key === key);
  const rows = own
    .map((row) => ({ ...row, shown: row.number === null ? (row.value ?? '') : String(fromBase(row.number, unit)) }))
    .toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0) || inOrder.compare(one.shown, other.shown));
  const there = rows.flatMap(({ number, count: tools }) => (number === null || tools === 0 ? [] : [number]));
  const [first, last] = [there[0], there.at(-1)];
  return {
    key,
    name,
    kind,
    unit,
    values: rows.map(({ shown, count: tools, value, number }) => ({
      value: shown,
      count: tools,
      isSelected: isChosen(filter, value, number),
    })),
    ...(first === undefined || last === undefined ? {} : { min: fromBase(first, unit), max: fromBase(last, unit) }),
  };
}

/** M8 before M10. */
const inOrder = new Intl.Collator('en', { numeric: true });

function isChosen(filter: AttributeFilter | undefined, value: string | null, number: number | null): boolean {
  if (!filter) return false;
  if ('values' in filter) return value !== null && filter.values.includes(value);
  return number !== null && filter.within.some(({ from, to }) => number >= from && number <= to);
}
