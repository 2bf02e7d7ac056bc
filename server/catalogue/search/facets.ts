import type { ToolQuery } from '#contract/catalogue/tools.ts';
import type { Facet, Facets } from '#contract/catalogue/facets.ts';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import { fromBase } from '#contract/catalogue/units.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import {
  attributeIn,
  type CatalogueWords,
  choiceIn,
  inOwnWords,
  wordsIn,
} from '#server/catalogue/translations/catalogue-words.ts';
import { type AttributeFilter, readAsked } from './asked-attributes.ts';
import { isByAttribute, sortedAttribute } from './by-attribute.ts';
import { type CountedValues, countValues } from './count-values.ts';
import { fitting } from './filters.ts';
import { listedBy } from './listed-by-words.ts';

/**
 * By what the listed tools can be narrowed further, with exact counts: those of an attribute leave out what is chosen of it.
 * What tools would have without any choice is there too, with a count of 0 where nothing is left of it.
 * @throws AppError VALIDATION_ERROR at `attr.KEY` and `sort` as the list itself
 */
export async function facetsOf(from: Reader, query: ToolQuery): Promise<Facets> {
  const words = await wordsIn(from.db, query.language);
  const { q = '', cursor: _cursor, limit: _limit, sort, attr, ...others } = inOwnWords(query, words);
  const chosen = await readAsked(from.db, attr);
  const all = await listAttributes(from.db);
  if (isByAttribute(sort)) sortedAttribute(all, sort);
  const shown = all.filter(({ isFacet }) => isFacet);
  const { listed } = await listedBy(from, q, { ...others, onSale: true, attributes: chosen });
  const counted = await countValues(from.db, listed, chosen);
  const facets = shown.flatMap((attribute) => facetOf(attribute, counted, chosen) ?? []);
  return { total: counted.total, facets: facets.map((facet) => facetIn(facet, words)) };
}

/** The same as it is said in a language. */
function facetIn(facet: Facet, words: CatalogueWords | null): Facet {
  const { key, values } = facet;
  return {
    ...attributeIn(facet, words),
    values: values.map((each) => ({ ...each, value: choiceIn(key, each.value, words) })),
  };
}

/** An attribute as it would be shown over all tools for sale, whether it is or not; null where none has it. */
export async function previewFacet(from: Reader, attribute: Attribute): Promise<Facet | null> {
  return facetOf(attribute, await countValues(from.db, fitting({ onSale: true }), []), []);
}

function facetOf(
  { key, name, kind, unit }: Attribute,
  { values, countOf }: CountedValues,
  chosen: readonly AttributeFilter[],
): Facet | null {
  const own = values.filter(({ attribute }) => attribute === key);
  if (own.length === 0) return null;
  const selected = new Set(chosen.find((each) => each.key === key)?.ids);
  const there = own.flatMap((each) => (each.number === null || countOf(each) === 0 ? [] : [each.number]));
  const [first, last] = [there[0], there.at(-1)];
  return {
    key,
    name,
    kind,
    unit,
    values: own.map((each) => ({
      value: each.number === null ? each.value : String(fromBase(each.number, unit)),
      count: countOf(each),
      isSelected: selected.has(each.id),
    })),
    ...(first === undefined || last === undefined ? {} : { min: fromBase(first, unit), max: fromBase(last, unit) }),
  };
}
