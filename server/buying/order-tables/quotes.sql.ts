import type { Promises } from '#contract/catalogue/backorders.ts';
import { sql } from 'drizzle-orm';
import { bigint, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CountUnit } from '#contract/buying/units.ts';
import type { QuoteSide, QuoteState } from '#contract/buying/quotes.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** For how many pieces prices are, and the pack that is counted in; left out: 1, and pieces. */
interface QuoteUnit {
  priceUnit?: number;
  pack?: CountUnit;
}

/** What is asked for; a wished price in cents. */
export interface KeptWish extends QuoteUnit {
  toolId: string;
  quantity: number;
  targetCents?: number;
}

/** A line of a version as it was offered. */
export interface KeptOffer extends QuoteUnit {
  toolId: string;
  tool: string;
  sku: string | null;
  buyerNumber: string | null;
  quantity: number;
  unitCents: number;
  listCents: number;
  /** From what it could be served that day; left out where not all of it could. */
  promises?: Promises;
}

/** What a buyer would pay for a tool that was offered. */
export interface KeptNamedPrice extends Pick<QuoteUnit, 'priceUnit'> {
  toolId: string;
  tool: string;
  sku: string | null;
  targetCents: number;
}

/** Quotes. `expired` is what an offer is once its last day is over; it is not kept. */
export const quotes = pgTable('quotes', {
  id: text('id').primaryKey(),
  /** What people say on the telephone, with a Q before it. */
  number: bigint('number', { mode: 'number' })
    .notNull()
    .default(sql`nextval('quote_numbers')`),
  userId: text('user_id'),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email').notNull(),
  companyId: text('company_id'),
  companyName: text('company_name').notNull().default(''),
  /** ISO 3166-1 alpha-2, and the id of a way of delivery; null where the buyer did not say it. */
  country: text('country'),
  delivery: text('delivery'),
  wanted: jsonb('wanted').$type<KeptWish[]>().notNull(),
  state: text('state').$type<Exclude<QuoteState, 'expired'>>().notNull().default('asked'),
  /** The latest; 0 while there is none. */
  version: integer('version').notNull().default(0),
  /** The last day of the latest version. */
  validUntil: date('valid_until', { mode: 'string' }),
  /** The version of whose last day its buyer was reminded. */
  remindedVersion: integer('reminded_version').notNull().default(0),
  /** Why it was declined. */
  reason: text('reason').notNull().default(''),
  /** What it is found by. */
  words: text('words').notNull(),
  createdAt: when('created_at').notNull().defaultNow(),
  closedAt: when('closed_at'),
});

/** Offers; a trigger refuses every change. Money in cents. */
export const quoteVersions = pgTable('quote_versions', {
  quoteId: text('quote_id').notNull(),
  version: integer('version').notNull(),
  lines: jsonb('lines').$type<KeptOffer[]>().notNull(),
  freightCents: integer('freight_cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  totalCents: integer('total_cents').notNull(),
  taxName: text('tax_name'),
  taxNote: text('tax_note'),
  validUntil: date('valid_until', { mode: 'string' }).notNull(),
  note: text('note').notNull().default(''),
  createdAt: when('created_at').notNull().defaultNow(),
});

/** What both sides said at a quote. */
export const quoteMessages = pgTable('quote_messages', {
  id: text('id').primaryKey(),
  quoteId: text('quote_id').notNull(),
  side: text('side').$type<QuoteSide>().notNull(),
  userId: text('user_id'),
  name: text('name').notNull(),
  text: text('text').notNull(),
  prices: jsonb('prices').$type<KeptNamedPrice[]>().notNull().default([]),
  createdAt: when('created_at').notNull().defaultNow(),
});
