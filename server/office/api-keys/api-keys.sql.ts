import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Scope } from '#contract/office/api-keys.ts';
import { users } from '#server/people/directory/people.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Keys with which other systems call the shop; of the key itself only its hash. */
export const apiKeys = pgTable('api_keys', {
  id: text('id').primaryKey(),
  /** Who made it, as whom it acts; null: somebody who was removed, of which the admins are to be told. */
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  /** The e-mail address that they had then. */
  madeBy: text('made_by').notNull().default(''),
  name: text('name').notNull(),
  begins: text('begins').notNull(),
  hash: text('hash').notNull(),
  scopes: text('scopes').array().$type<Scope[]>().notNull(),
  createdAt: when('created_at').notNull().defaultNow(),
  expiresAt: when('expires_at'),
  lastUsedAt: when('last_used_at'),
  /** When the admins were told that its maker lost rights; null where they have all. */
  lostToldAt: when('lost_told_at'),
});
