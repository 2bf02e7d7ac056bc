import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { orders } from './orders.sql.ts';

/** Orders whose buyer is still to be written to that they were placed. */
export const orderLetters = pgTable('order_letters', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
