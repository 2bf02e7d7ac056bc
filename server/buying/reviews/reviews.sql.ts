import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Reviews keep the reviewer's name and picture as they were, so they outlive the account. */
export const reviews = pgTable('reviews', {
  id: text('id').primaryKey(),
  userId: text('user_id'),
  name: text('name').notNull(),
  review: text('review').notNull(),
  rating: integer('rating').notNull(),
  image: text('image'),
  /** A tool that the reviewer has paid for; its name as it was then. */
  toolId: text('tool_id'),
  toolName: text('tool_name'),
  /** Shown to staff alone. */
  hidden: boolean('hidden').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
