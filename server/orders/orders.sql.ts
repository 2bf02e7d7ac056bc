import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/identity/identity.sql.ts';
import { tools } from '#server/tools/tools.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** `unpaid` holds stock; `deleted` and `expired` gave it back; `paid` is final. Only `unpaid` ever changes. */
export type OrderState = 'unpaid' | 'paid' | 'deleted' | 'expired';

/** Orders. The total never changes after the insert (a trigger sees to it), whatever happens to the tool. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    address: text('address').notNull(),
    phone: text('phone').notNull(),
    totalCents: integer('total_cents').notNull(),
    state: text('state').$type<OrderState>().notNull().default('unpaid'),
    transactionId: text('transaction_id').unique(),
    paidAt: when('paid_at'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request body that came with the key. */
    idempotencyHash: text('idempotency_hash'),
    createdAt: when('created_at').notNull().defaultNow(),
    closedAt: when('closed_at'),
  },
  (table) => [
    check('orders_state', sql`${table.state} in ('unpaid', 'paid', 'deleted', 'expired')`),
    check('orders_total', sql`${table.totalCents} between 1 and 99999999`),
    check(
      'orders_paid',
      sql`(${table.state} = 'paid') = (${table.paidAt} is not null and ${table.transactionId} is not null)`,
    ),
    check('orders_refunded', sql`${table.refundedCents} between 0 and ${table.totalCents}`),
    uniqueIndex('orders_idempotency').on(table.userId, table.idempotencyKey),
    index('orders_of_user').on(table.userId, table.createdAt, table.id),
    index('orders_newest').on(table.createdAt, table.id),
    index('orders_unpaid')
      .on(table.createdAt)
      .where(sql`${table.state} = 'unpaid'`),
  ],
);

/** What was ordered, with the tool's name and unit price as they were then. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    toolId: text('tool_id')
      .notNull()
      .references(() => tools.id),
    toolName: text('tool_name').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    check('order_lines_quantity', sql`${table.quantity} > 0`),
    check('order_lines_unit_price', sql`${table.unitPriceCents} >= 0`),
    index('order_lines_order').on(table.orderId),
    index('order_lines_tool').on(table.toolId),
  ],
);

/** How many unpaid orders each customer has; kept by a trigger on orders, bounded by its check. */
export const openOrders = pgTable(
  'open_orders',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    count: integer('count').notNull(),
  },
  (table) => [check('open_orders_limit', sql`${table.count} between 0 and 20`)],
);
