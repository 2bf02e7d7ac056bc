import { boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { PunchoutCall, PunchoutDocument, PunchoutKind } from '#contract/buying/punchout.ts';
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
  documents: text('documents').array().$type<PunchoutDocument[]>().notNull().default([]),
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
  ok: boolean('ok').notNull(),
  said: text('said').notNull(),
});
