import { sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { bytes } from '#server/engine/db/bytes.ts';
import { users } from '#server/people/directory/people.sql.ts';
import type { LetterAbout } from './sender.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Mail waiting to be sent or sent: queued in the transaction that causes it, sent after its commit. */
export const mails = pgTable('mails', {
  id: text('id').primaryKey(),
  to: text('to').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  about: text('about').$type<LetterAbout>().notNull().default('order'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: when('next_attempt_at').notNull().defaultNow(),
  sentAt: when('sent_at'),
  failedAt: when('failed_at'),
  createdAt: when('created_at').notNull().defaultNow(),
  /** Whose letter it is: an address may be somebody else's later. Null where it went to nobody that has an account. */
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  /** Who caused it, by their id or in a word; null where its kind is not counted by that. */
  cause: text('cause'),
  /** When what the letter is for is good no more: its body goes then. */
  goodUntil: when('good_until'),
  /** A file with it, and what it is called. */
  attachmentName: text('attachment_name'),
  attachment: bytes('attachment'),
  /** Invoices and credit notes whose files go with it. */
  papers: text('papers')
    .array()
    .notNull()
    .default(sql`'{}'`),
});
