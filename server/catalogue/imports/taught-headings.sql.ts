import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Words that the shop was taught for the headings of sheets; an empty field leaves the column out. */
export const sheetHeadings = pgTable('sheet_headings', {
  heading: text('heading').primaryKey(),
  field: text('field').notNull(),
  taughtAt: timestamp('taught_at', { withTimezone: true }).notNull().defaultNow(),
});
