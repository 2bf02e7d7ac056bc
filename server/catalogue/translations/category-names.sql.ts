import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Category } from '#contract/catalogue/categories.ts';

/** What categories are called in other languages than the shop's own; a category itself is what its tools say. */
export const categoryNames = pgTable('category_names', {
  category: text('category').primaryKey(),
  translations: jsonb('translations').$type<NonNullable<Category['translations']>>().notNull(),
});
