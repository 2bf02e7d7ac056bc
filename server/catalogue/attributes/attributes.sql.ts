import { boolean, doublePrecision, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Attribute, ToolAttribute } from '#contract/catalogue/attributes.ts';

/** By what tools are told apart, in the order of the shop. */
export const attributes = pgTable('attributes', {
  key: text('key').primaryKey(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  kind: text('kind').$type<Attribute['kind']>().notNull(),
  unit: text('unit'),
  isFacet: boolean('is_facet').notNull(),
  translations: jsonb('translations').$type<NonNullable<Attribute['translations']>>().notNull().default({}),
});

/** What a tool is, as it was written; of a number also how much it is in the base unit of its measure. */
export interface AttributeRow extends ToolAttribute {
  base?: number;
}

/**
 * Each value that a tool was ever said to have; of a number what it is in its base unit, as text too. `tools.value_ids` says by their ids
 * which of them a tool has: a trigger writes both (migrations/0003-catalogue.sql).
 */
export const attributeValues = pgTable('attribute_values', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  attribute: text('attribute').notNull(),
  value: text('value').notNull(),
  number: doublePrecision('number'),
});
