import { bigint, customType, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { NewsKind } from './news.ts';

/** A transaction's number, as text: it has 64 bits. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** What was written, a row for each thing, by the transaction that wrote it; gone once every follower has read it. */
export const news = pgTable('news', {
  xact: xid8('xact').notNull(),
  id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  kind: text('kind').$type<NewsKind>().notNull(),
  /** The id of the order or tool that it is about. */
  subject: text('subject').notNull(),
  /** What its followers could not read of the subject itself afterwards. */
  facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default({}),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** How far each follower has read. */
export const newsFollowers = pgTable('news_followers', {
  name: text('name').primaryKey(),
  xact: xid8('xact').notNull().default('0'),
  id: bigint('id', { mode: 'number' }).notNull().default(0),
});
