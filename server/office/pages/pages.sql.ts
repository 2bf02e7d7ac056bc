import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Page, PageEntry } from '#contract/office/pages.ts';

/** Pages that the owner writes. */
export const pages = pgTable('pages', {
  slug: text('slug').primaryKey(),
  title: text('title').notNull(),
  /** Markdown. */
  text: text('text').notNull(),
  place: text('place').$type<PageEntry['place']>().notNull(),
  language: text('language'),
  translations: jsonb('translations').$type<NonNullable<Page['translations']>>().notNull().default({}),
  version: integer('version').notNull().default(1),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
