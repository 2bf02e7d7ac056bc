import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** Tools for sale. A removed tool stays as a row (`removedAt`), because order lines point at it. */
export const tools = pgTable(
  'tools',
  {
    id: text('id').primaryKey(),
    /** The order in which the shop shows its tools. */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    image: text('image').notNull(),
    sku: text('sku'),
    category: text('category'),
    priceCents: integer('price_cents').notNull(),
    availableQuantity: integer('available_quantity').notNull(),
    minOrderQuantity: integer('min_order_quantity').notNull(),
    /** Raised by every change, sales included, so that a stale edit is refused. */
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    removedAt: timestamp('removed_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    check('tools_available_quantity', sql`${table.availableQuantity} between 0 and 1000000000`),
    check('tools_min_order_quantity', sql`${table.minOrderQuantity} between 1 and 1000000000`),
    check('tools_price', sql`${table.priceCents} between 1 and 99999999`),
    uniqueIndex('tools_shown')
      .on(table.position)
      .where(sql`${table.removedAt} is null`),
    index('tools_name')
      .on(table.name)
      .where(sql`${table.removedAt} is null`),
    index('tools_price_order')
      .on(table.priceCents, table.position)
      .where(sql`${table.removedAt} is null`),
    index('tools_name_order')
      .on(table.name, table.position)
      .where(sql`${table.removedAt} is null`),
    index('tools_category')
      .on(table.category, table.position)
      .where(sql`${table.removedAt} is null`),
  ],
);
