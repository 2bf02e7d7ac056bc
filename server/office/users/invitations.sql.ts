import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/policy.ts';
import { users } from '#server/people/directory/people.sql.ts';

/** Who shall work for the shop and has not shown yet that the address is theirs. */
export const invitations = pgTable('invitations', {
  email: text('email').primaryKey(),
  role: text('role').$type<Role>().notNull(),
  /** In which they are written to; null: the shop's own. */
  language: text('language').$type<Language>(),
  /** Whose right it is given by: when they lose it, nobody gets the role any more. */
  invitedBy: text('invited_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Under what the link in its letter is kept; null: it has none. */
  link: text('link'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
});
