import { bigint, boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { PunchoutCall, PunchoutKind } from '#contract/buying/punchout.ts';
import { users } from '#server/people/directory/people.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Connections of buyers' own systems; of a secret only its hash. */
export const punchoutConnections = pgTable('punchout_connections', {
  id: text('id').primaryKey(),
  companyId: text('company_id').notNull(),
  /** As whom a visit buys; null: somebody who was removed, and the connection is at rest. */
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  kind: text('kind').$type<PunchoutKind>().notNull(),
  name: text('name').notNull(),
  username: text('username').notNull(),
  secretHash: text('secret_hash').notNull(),
  units: jsonb('units').$type<Record<string, string>>().notNull().default({}),
  groups: jsonb('groups').$type<Record<string, string>>().notNull().default({}),
  vendor: text('vendor').notNull().default(''),
  hosts: text('hosts').array().notNull().default([]),
  madeBy: text('made_by').notNull(),
  createdAt: when('created_at').notNull().defaultNow(),
  lastUsedAt: when('last_used_at'),
  lastOk: boolean('last_ok'),
  lastSaid: text('last_said'),
});

/** What came and how it was answered, without secrets. */
export const punchoutLog = pgTable('punchout_log', {
  id: text('id').primaryKey(),
  connectionId: text('connection_id')
    .notNull()
    .references(() => punchoutConnections.id, { onDelete: 'cascade' }),
  createdAt: when('created_at').notNull().defaultNow(),
  what: text('what').$type<PunchoutCall>().notNull(),
  /** The delivery that it is about; documents go after a month. */
  deliveryId: text('delivery_id'),
  ok: boolean('ok').notNull(),
  said: text('said').notNull(),
});

/** Who a message in cXML was from and to, each as its credentials stood there. */
export interface Parties {
  from: { domain: string; identity: string }[];
  to: { domain: string; identity: string }[];
}

/** A visit of somebody of a buyer, known by what stands in its address. */
export const punchoutVisits = pgTable('punchout_visits', {
  id: text('id').primaryKey(),
  connectionId: text('connection_id')
    .notNull()
    .references(() => punchoutConnections.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash'),
  startHash: text('start_hash'),
  startUntil: when('start_until'),
  returnTo: text('return_to').notNull(),
  target: text('target').notNull().default(''),
  looksOnly: boolean('looks_only').notNull().default(false),
  opens: text('opens'),
  buyerCookie: text('buyer_cookie').notNull().default(''),
  parties: jsonb('parties').$type<Parties>(),
  country: text('country'),
  isTried: boolean('is_tried').notNull().default(false),
  givenBackAt: when('given_back_at'),
  createdAt: when('created_at').notNull().defaultNow(),
  expiresAt: when('expires_at').notNull(),
});

/** What documents about an order say again of it. */
export interface OrderSaid extends Parties {
  /** By our tools: the number of the buyer's first line of it, and the unit that it was ordered in, of so many pieces. */
  lines: Record<string, { line: string; unit: string; pieces: number }>;
}

/** Orders that a buyer's system sent, each once: its own number, and the message that it came in. */
export const punchoutOrders = pgTable('punchout_orders', {
  connectionId: text('connection_id').notNull(),
  buyerOrder: text('buyer_order').notNull(),
  payload: text('payload').notNull(),
  orderId: text('order_id').notNull(),
  /** Null: it came before documents were sent. */
  said: jsonb('said').$type<OrderSaid>(),
  createdAt: when('created_at').notNull().defaultNow(),
});

/** What lies in the basket of a visit. It holds no stock. */
export const punchoutLines = pgTable('punchout_lines', {
  visitId: text('visit_id').notNull(),
  toolId: text('tool_id').notNull(),
  quantity: bigint('quantity', { mode: 'number' }).notNull(),
  unit: text('unit'),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
});
