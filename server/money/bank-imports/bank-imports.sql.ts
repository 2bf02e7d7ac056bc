import { bigint, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CellProblem } from '#contract/catalogue/imports.ts';
import type { BankAnswers, BankLeftOut, BankLine, BankProblem, BankQuestion } from '#contract/money/bank-imports.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Files of the shop's bank that somebody sent. */
export const bankImports = pgTable('bank_imports', {
  id: text('id').primaryKey(),
  actorEmail: text('actor_email').notNull(),
  fileName: text('file_name').notNull().default(''),
  errors: jsonb('errors').$type<CellProblem[]>().notNull().default([]),
  /** What it leaves open, and what was taken for the answers. */
  questions: jsonb('questions').$type<BankQuestion[]>().notNull().default([]),
  answers: jsonb('answers').$type<BankAnswers>().notNull().default({}),
  /** The same for all files with the same headings. */
  headings: text('headings').notNull().default(''),
  /** Where its balances and lines do not add up. */
  problems: jsonb('problems').$type<BankProblem[]>().notNull().default([]),
  /** Its rows that are no payments. */
  leftOut: jsonb('left_out').$type<BankLeftOut[]>().notNull().default([]),
  /** The same for all files without headings whose columns hold the same kinds of cells. */
  shape: text('shape').notNull().default(''),
  createdAt: when('created_at').notNull().defaultNow(),
  committedAt: when('committed_at'),
});

/** What the dry run found of a payment. */
export type FoundOfLine = Omit<
  BankLine,
  | 'row'
  | 'date'
  | 'amount'
  | 'reference'
  | 'payer'
  | 'known'
  | 'ours'
  | 'note'
  | 'discount'
  | 'settles'
  | 'credit'
  | 'payout'
  | 'code'
  | 'closedUntil'
> & {
  /** The number of the order that it is for. */
  order?: string;
  /** The provider whose payout it looks like. */
  payout?: string;
  /** Of one that was put aside in an earlier file. */
  note?: string;
  /** Of one that is matched: the cash discount that it takes. */
  discountCents?: number;
};

/** Their payments. */
export const bankLines = pgTable('bank_lines', {
  importId: text('import_id')
    .notNull()
    .references(() => bankImports.id, { onDelete: 'cascade' }),
  /** As the file numbers it. */
  row: integer('row').notNull(),
  /** The same for the same payment in whatever file it comes again. */
  key: text('key').notNull(),
  receivedOn: date('received_on', { mode: 'string' }).notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  reference: text('reference').notNull(),
  payer: text('payer').notNull(),
  /** The shop's own account, the end-to-end id and the bank's own id; empty where the file does not say. */
  account: text('account').notNull().default(''),
  endToEnd: text('end_to_end').notNull().default(''),
  bankId: text('bank_id').notNull().default(''),
  found: jsonb('found').$type<FoundOfLine>().notNull(),
  recordedAt: when('recorded_at'),
  asideAt: when('aside_at'),
  note: text('note').notNull().default(''),
});

/** What somebody said of files with the same headings, by a hash of these. */
export const bankFormats = pgTable('bank_formats', {
  headings: text('headings').primaryKey(),
  answers: jsonb('answers').$type<BankAnswers>().notNull(),
  taughtAt: when('taught_at').notNull().defaultNow(),
});
