import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Orders whose buyer is still to be written to that they were placed. */
export const orderLetters = pgTable('order_letters', {
  orderId: text('order_id').primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
