import { z } from 'zod';
import { bounded, canBeKept } from '../text.ts';
import { Attribute } from './attributes.ts';

/** The most attributes that a list is narrowed by, and the longest choice of one. */
const MOST_ASKED = 30;
const LONGEST_CHOICE = 2_000;

/** What stands before the key of an attribute in a query. */
export const ATTR = 'attr.';

/** What is asked of attributes, by their keys: `a,b`, `12.7` or `10..20`, as typed. */
export const AskedAttributes = z
  .record(
    bounded(LONGEST_CHOICE, 'There is no such attribute').refine(canBeKept),
    bounded(LONGEST_CHOICE, `At most ${LONGEST_CHOICE} characters are allowed for one attribute`).refine(
      canBeKept,
      'Invalid value',
    ),
    { error: ({ code }) => (code === 'invalid_key' ? 'There is no such attribute' : undefined) },
  )
  .refine((asked) => Object.keys(asked).length <= MOST_ASKED, `At most ${MOST_ASKED} attributes are allowed`);
export type AskedAttributes = z.output<typeof AskedAttributes>;

/** An attribute with what the tools that are listed have of it. Numbers are in the attribute's unit, written plainly. */
export const Facet = Attribute.omit({ isFacet: true, translations: true }).extend({
  values: z.array(z.object({ value: z.string(), count: z.number(), isSelected: z.boolean() })),
  /** Of numbers: the least and the most of those whose count is not 0. */
  min: z.number().optional(),
  max: z.number().optional(),
});
export type Facet = z.infer<typeof Facet>;

/** A choice of an attribute that a search speaks of, in a category that has tools of it; `value` as `attr.KEY` takes it. */
export const FacetSuggestion = Attribute.pick({ key: true, name: true, unit: true }).extend({
  value: z.string(),
  category: z.string(),
});
export type FacetSuggestion = z.infer<typeof FacetSuggestion>;

/** How many tools are listed, and by what they can be narrowed further. */
export const Facets = z.object({ total: z.number(), facets: z.array(Facet) });
export type Facets = z.infer<typeof Facets>;
