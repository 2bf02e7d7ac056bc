import type { ToolQuery } from '#contract/catalogue/tools.ts';
import type { Facet, Facets } from '#contract/catalogue/facets.ts';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import { fromBase } from '#contract/catalogue/units.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { type AttributeFilter, readAsked } from './asked-attributes.ts';
import { isByAttribute, sortedAttribute } from './by-attribute.ts';
import { fitting } from './filters.ts';
import type { Kept } from './kept.ts';
import { listedBy } from './listed-by-words.ts';
import { countListed, type ListedValue, type ListedValues, readListed } from './listed-values.ts';

/**
 * By what the listed tools can be narrowed further, with exact counts: those of an attribute leave out what is chosen of it.
 * What tools would have without any choice is there too, with a count of 0 where nothing is left of it.
 * @throws AppError VALIDATION_ERROR at `attr.KEY` and `sort` as the list itself
 */
export async function facetsOf(from: Reader, kept: Kept<ListedValues>, query: ToolQuery): Promise<Facets> {
  const { q = '', cursor: _cursor, limit: _limit, sort, attr, ...others } = query;
  const chosen = await readAsked(from.db, attr);
  const all = await listAttributes(from.db);
  if (isByAttribute(sort)) sortedAttribute(all, sort);
  const shown = all.filter(({ isFacet }) => isFacet);
  const { listed } = await listedBy(from, kept, q, { ...others, onSale: true, attributes: chosen });
  const { total, counts } = countListed(listed, chosen);
  return { total, facets: shown.flatMap((attribute) => facetOf(attribute, listed.values, counts, chosen) ?? []) };
}

/** An attribute as it would be shown over all tools for sale, whether it is or not; null where none has it. */
export async function previewFacet(from: Reader, attribute: Attribute): Promise<Facet | null> {
  const listed = await readListed(from.db, fitting({ onSale: true }));
  return facetOf(attribute, listed.values, countListed(listed, []).counts, []);
}

function facetOf(
  { key, name, kind, unit }: Attribute,
  listed: readonly ListedValue[],
  counts: Int32Array,
  chosen: readonly AttributeFilter[],
): Facet | null {
  const own = listed.filter(({ attribute }) => attribute === key);
  if (own.length === 0) return null;
  const selected = new Set(chosen.find((each) => each.key === key)?.ids);
  const there = own.flatMap(({ id, number }) => (number === null || counts[id] === 0 ? [] : [number]));
  const [first, last] = [there[0], there.at(-1)];
  return {
    key,
    name,
    kind,
    unit,
    values: own.map(({ id, value, number }) => ({
      value: number === null ? value : String(fromBase(number, unit)),
      count: counts[id] ?? 0,
      isSelected: selected.has(id),
    })),
    ...(first === undefined || last === undefined ? {} : { min: fromBase(first, unit), max: fromBase(last, unit) }),
  };
}
