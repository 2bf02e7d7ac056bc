import { boolean, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Attribute, ToolAttribute } from '#contract/catalogue/attributes.ts';

/** By what tools are told apart, in the order of the shop. */
export const attributes = pgTable('attributes', {
  key: text('key').primaryKey(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  kind: text('kind').$type<Attribute['kind']>().notNull(),
  unit: text('unit'),
  isFacet: boolean('is_facet').notNull(),
});

/** What a tool is, as it was written; of a number also how much it is in the base unit of its measure. */
export interface AttributeRow extends ToolAttribute {
  base?: number;
}

/** The same to be narrowed by: a choice or flag has its value, a number what it is in its base unit. */
export const toolAttributes = pgTable(
  'tool_attributes',
  {
    attribute: text('attribute').notNull(),
    value: text('value'),
    number: doublePrecision('number'),
    toolId: text('tool_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.toolId, table.attribute] })],
);
