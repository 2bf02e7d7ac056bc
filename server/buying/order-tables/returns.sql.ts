import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ReturnKind, ReturnState, ReturnWish } from '#contract/money/returns.ts';
import type { QuoteSide } from '#contract/buying/quotes.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What comes back of orders. All that is done to one is done under the lock of its order. */
export const returns = pgTable('returns', {
  id: text('id').primaryKey(),
  /** What people say on the telephone, with R- before it. */
  number: bigint('number', { mode: 'number' })
    .notNull()
    .default(sql`nextval('return_numbers')`),
  orderId: text('order_id').notNull(),
  /** Whose the order is. */
  buyerId: text('buyer_id'),
  companyId: text('company_id'),
  /** Who reported it, where that was not the shop. */
  askedBy: text('asked_by'),
  byShop: boolean('by_shop').notNull().default(false),
  state: text('state').$type<ReturnState>().notNull().default('asked'),
  /** Null: not agreed to. */
  sendBack: boolean('send_back'),
  until: date('until', { mode: 'string' }),
  instructions: text('instructions').notNull().default(''),
  /** What is kept of the money, with its tax; and how much of that was kept. */
  feeCents: integer('fee_cents').notNull().default(0),
  feeKeptCents: integer('fee_kept_cents').notNull().default(0),
  /** Why it was refused, or closed with pieces that were not settled. */
  reason: text('reason').notNull().default(''),
  /** Names of pictures, made from their content. */
  pictures: text('pictures')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** What it is found by. */
  words: text('words').notNull().default(''),
  createdAt: when('created_at').notNull().defaultNow(),
  answeredAt: when('answered_at'),
  closedAt: when('closed_at'),
});

/** Pieces of one line of the order: how many came back, what became of them, and how many were settled. */
export const returnLines = pgTable('return_lines', {
  returnId: text('return_id').notNull(),
  toolId: text('tool_id').notNull(),
  position: integer('position').notNull(),
  quantity: integer('quantity').notNull(),
  kind: text('kind').$type<ReturnKind>().notNull(),
  wish: text('wish').$type<ReturnWish>().notNull(),
  text: text('text').notNull().default(''),
  arrived: integer('arrived').notNull().default(0),
  restocked: integer('restocked').notNull().default(0),
  scrapped: integer('scrapped').notNull().default(0),
  settled: integer('settled').notNull().default(0),
  /** Of them, those that are in a refund. */
  refunded: integer('refunded').notNull().default(0),
});

/** What both sides said at a return. */
export const returnMessages = pgTable('return_messages', {
  id: text('id').primaryKey(),
  returnId: text('return_id').notNull(),
  side: text('side').$type<QuoteSide>().notNull(),
  userId: text('user_id'),
  name: text('name').notNull(),
  text: text('text').notNull(),
  createdAt: when('created_at').notNull().defaultNow(),
});
