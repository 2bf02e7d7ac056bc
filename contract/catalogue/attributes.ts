import { complaint, sentence } from '../sentences.ts';
import { z } from 'zod';
import { bounded, canBeKept, text } from '../text.ts';
import { translated, translations } from '../translations.ts';
import { isUnit } from './units.ts';

/** The most attributes of a shop, and of one tool. */
const MAX_ATTRIBUTES = 200;
const MAX_OF_A_TOOL = 60;

const key = bounded(40, 'A key may have at most 40 lowercase letters, digits and hyphens').regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'A key may only have lowercase letters, digits and hyphens',
);

/** The most choices of one attribute that are translated. */
const MAX_CHOICES = 1_000;

/** What an attribute is called in other languages, and its choices by what they are in the shop's own. */
const attributeTexts = {
  name: text(0, 80, 'Name'),
  choices: z
    .record(
      text(1, 80, 'Choice'),
      text(0, 80, 'Choice').refine((choice) => !choice.includes(','), 'A choice cannot have a comma'),
    )
    .refine((all) => Object.keys(all).length <= MAX_CHOICES, `At most ${MAX_CHOICES} choices are allowed`),
};

/** By what tools differ: size, material, standard. `unit` is what its numbers are shown in. */
export const Attribute = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(['choice', 'number', 'flag']),
  unit: z.string().nullable(),
  isFacet: z.boolean(),
  translations: translated(attributeTexts).optional(),
});
export type Attribute = z.infer<typeof Attribute>;

/** What buyers read for a key. */
export const AttributeName = Attribute.pick({ key: true, name: true });
export type AttributeName = z.infer<typeof AttributeName>;

const AttributeInput = z
  .strictObject({
    key,
    name: text(1, 80, 'Name'),
    kind: Attribute.shape.kind,
    unit: text(0, 16, 'Unit')
      .nullish()
      .transform((unit) => (unit?.trim() ? unit.trim() : null))
      .refine(
        (unit) => unit === null || isUnit(unit),
        'A unit starts with a letter or a sign such as °, and has no comma',
      ),
    isFacet: z.boolean('isFacet must be true or false'),
    translations: translations(attributeTexts).optional(),
  })
  .refine(({ kind, unit }) => kind === 'number' || unit === null, {
    error: 'Only a number can have a unit',
    path: ['unit'],
  });

/** All attributes of the shop, in its order. */
export const AttributeList = z
  .array(AttributeInput, 'Attributes must be a list')
  .max(MAX_ATTRIBUTES, `At most ${MAX_ATTRIBUTES} attributes are allowed`)
  .superRefine((list, context) => {
    for (const field of ['key', 'name'] as const) {
      const seen = new Set<string>();
      list.forEach((each, index) => {
        const said = each[field].trim().toLowerCase();
        if (seen.has(said))
          context.addIssue({
            ...complaint(
              field === 'key'
                ? sentence('Another attribute has this key')
                : sentence('Another attribute has this name'),
            ),
            path: [index, field],
          });
        seen.add(said);
      });
    }
  });

/** What a tool is by one attribute, as it was written. */
export const ToolAttribute = z.object({
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().optional(),
});
export type ToolAttribute = z.infer<typeof ToolAttribute>;

/** What tools for sale of a category lack; null: those without one. Attributes are those that some of them have. */
export const MissingFacts = z.object({
  category: z.string().nullable(),
  tools: z.number(),
  picture: z.number(),
  weight: z.number(),
  datasheet: z.number(),
  certificate: z.number(),
  attributes: z.array(z.object({ key: z.string(), name: z.string(), missing: z.number() })),
});
export type MissingFacts = z.infer<typeof MissingFacts>;

const ToolAttributeInput = z.strictObject({
  key: bounded(40, 'There is no such attribute').refine(canBeKept, 'There is no such attribute'),
  value: z.union(
    [text(1, 80, 'Value'), z.number(), z.boolean()],
    'A value must be a text of at most 80 characters, a number, true or false',
  ),
  unit: text(0, 16, 'Unit').optional(),
});

/** What a tool is, each attribute once; whether there are such attributes, only the server can see. */
export const ToolAttributes = z
  .array(ToolAttributeInput, 'Attributes must be a list')
  .max(MAX_OF_A_TOOL, `A tool can have at most ${MAX_OF_A_TOOL} attributes`)
  .superRefine((list, context) => {
    const seen = new Set<string>();
    list.forEach(({ key: named }, index) => {
      if (seen.has(named))
        context.addIssue({ ...complaint(sentence('A tool can have each attribute only once')), path: [index, 'key'] });
      seen.add(named);
    });
  });
