import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { BuyerScope } from '#contract/buying/buyer-keys.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Keys with which a buyer's own programs call the shop as them; of the key itself only its hash. */
export const buyerKeys = pgTable('buyer_keys', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  /** The company that it buys for, and no other. */
  companyId: text('company_id'),
  name: text('name').notNull(),
  begins: text('begins').notNull(),
  hash: text('hash').notNull(),
  scopes: text('scopes').array().$type<BuyerScope[]>().notNull(),
  createdAt: when('created_at').notNull().defaultNow(),
  lastUsedAt: when('last_used_at'),
});
