import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#server/people/directory/people.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Endpoints of other systems that are told what happens here. */
export const webhooks = pgTable('webhooks', {
  id: text('id').primaryKey(),
  /** Whose it is; null: of somebody who was removed. */
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  url: text('url').notNull(),
  /** What it is told of, each a `WebhookEvent`, or which documents it is sent. */
  events: text('events').array().notNull(),
  madeBy: text('made_by').notNull(),
  /** Encrypted, as is the former one. */
  secret: text('secret').notNull(),
  formerSecret: text('former_secret'),
  formerUntil: when('former_until'),
  createdAt: when('created_at').notNull().defaultNow(),
  failingSince: when('failing_since'),
  disabledAt: when('disabled_at'),
  disabledBecause: text('disabled_because'),
  /** The punch-out connection whose buyer is sent documents here; null: an endpoint that is told of events. */
  connectionId: text('connection_id'),
});

/** What happened, as other systems are told of it; made from the news, after the commit of what happened. */
export const webhookMessages = pgTable('webhook_messages', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  data: jsonb('data').notNull(),
  createdAt: when('created_at').notNull().defaultNow(),
});

/** One message to one endpoint. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: text('id').primaryKey(),
  messageId: text('message_id')
    .notNull()
    .references(() => webhookMessages.id, { onDelete: 'cascade' }),
  webhookId: text('webhook_id')
    .notNull()
    .references(() => webhooks.id, { onDelete: 'cascade' }),
  state: text('state').$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
  /** Since it was last asked for. */
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: when('next_attempt_at').notNull().defaultNow(),
  deliveredAt: when('delivered_at'),
  createdAt: when('created_at').notNull().defaultNow(),
});

/** What a receiver answered, each time. */
export const webhookAnswers = pgTable('webhook_answers', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  deliveryId: text('delivery_id')
    .notNull()
    .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
  at: when('at').notNull().defaultNow(),
  ms: integer('ms').notNull(),
  status: integer('status'),
  answer: text('answer').notNull().default(''),
  problem: text('problem'),
});
