import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#server/people/directory/people.sql.ts';

/** Who did what to whom: written in the transaction of the action, never changed. */
export const auditLog = pgTable('audit_log', {
  id: text('id').primaryKey(),
  actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
  actorEmail: text('actor_email').notNull(),
  /** In the form resource.action, such as `user.made-admin` or `tool.price-changed`. */
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
