import { complaint, sentence } from '../sentences.ts';
import { z } from 'zod';
import { CellProblem, ImportQuery } from '../catalogue/imports.ts';
import { whole } from '../numbers.ts';
import { bounded, Id, text } from '../text.ts';
import { NewAccountPayment } from './account.ts';

/** The most payments of one file. */
export const MAX_BANK_LINES = 5_000;

/** The most words of one column that are asked about, and that an answer names. */
export const MAX_BANK_WORDS = 20;
/** The longest of them, and the longest heading. */
export const MAX_BANK_WORD = 100;

/** The most columns that are asked about. */
export const MAX_BANK_COLUMNS = 100;

const Column = bounded(MAX_BANK_WORD, `A heading may have at most ${MAX_BANK_WORD} characters`);
const Words = z
  .array(bounded(MAX_BANK_WORD, `A word of a bank file may have at most ${MAX_BANK_WORD} characters`))
  .max(MAX_BANK_WORDS, `At most ${MAX_BANK_WORDS} words are allowed`);

/**
 * What somebody says of a bank's file that it leaves open itself. `columns`: which column is what, where no row has headings for it, each by
 * its heading or as the question calls it; `amount`, or `credit` with or without `debit`. `direction`: the column that says whether an amount came in or went
 * out, and which of its words mean what; null where no column does, and a minus before an amount alone says that it went out. `first`:
 * what days such as 05/11/2026 begin with. `decimal`: what stands before the cents. `booked`, `pending`: words of a status.
 */
export const BankAnswers = z.strictObject({
  columns: z
    .strictObject({
      date: Column.optional(),
      amount: Column.optional(),
      credit: Column.optional(),
      debit: Column.optional(),
      payer: Column.optional(),
      reference: Words.optional(),
    })
    .optional(),
  direction: z
    .strictObject({
      column: Column.nullable(),
      in: Words,
      out: Words,
    })
    .optional(),
  first: z.enum(['day', 'month'], 'first must be day or month').optional(),
  decimal: z.enum([',', '.'], 'decimal must be a comma or a point').optional(),
  booked: Words.optional(),
  pending: Words.optional(),
});
export type BankAnswers = z.output<typeof BankAnswers>;

/** What a bank's file leaves open; an answer to it is kept for all files with the same headings. */
export const BankQuestion = z.object({
  ask: z.enum(['columns', 'direction', 'first', 'decimal', 'booked']),
  message: z.string(),
  /** False: it was answered, now or before. */
  open: z.boolean(),
  /** The columns that it is about, with what stands in them. */
  columns: z.array(z.object({ heading: z.string(), words: z.array(z.string()) })),
});
export type BankQuestion = z.infer<typeof BankQuestion>;

/** The name of the file, which the list shows; `answers` is JSON, `BankAnswers`, and kept for the headings unless `remember` is false. */
export const BankImportQuery = z.strictObject({
  name: ImportQuery.shape.name,
  answers: text(0, 12_000, 'answers')
    .transform((json, context): unknown => {
      try {
        return JSON.parse(json);
      } catch {
        context.addIssue(
          complaint(sentence('answers must be JSON such as {example}', { example: '{"first": "day"}' })),
        );
        return z.NEVER;
      }
    })
    .pipe(BankAnswers)
    .optional(),
  remember: ImportQuery.shape.remember,
});
export type BankImportQuery = z.output<typeof BankImportQuery>;

/** What a payment could be for. */
const Allocation = z.array(z.object({ invoiceNumber: z.string(), amount: z.number() }));
const Suggestion = z.object({
  companyId: z.string(),
  company: z.string(),
  allocate: Allocation,
  /** What speaks for it. */
  why: z.string(),
});
export type BankSuggestion = z.infer<typeof Suggestion>;

/**
 * What becomes of a payment: `matched` is recorded by the commit; `suggested` and `unmatched` are for somebody to decide; `known` was
 * recorded before; `outgoing` went out of the account, `foreign` is in another currency, `pending` is not booked, or never will be, and
 * `aside` was put aside by somebody: these are left alone.
 */
const BANK_OUTCOMES = [
  'matched',
  'suggested',
  'unmatched',
  'known',
  'outgoing',
  'foreign',
  'pending',
  'aside',
  'recorded',
] as const;
export type BankOutcome = (typeof BANK_OUTCOMES)[number];

/** A payment as the bank's file has it, with what it is taken for and why. */
export const BankLine = z.object({
  row: z.number(),
  date: z.string(),
  amount: z.number(),
  reference: z.string(),
  payer: z.string(),
  outcome: z.enum(BANK_OUTCOMES),
  why: z.string(),
  /** It was recorded or put aside before, from this file or another. */
  known: z.boolean(),
  /** False: somebody put it aside, and why. */
  ours: z.boolean(),
  note: z.string(),
  /** Of one that is matched: the company with its invoices, or the order that waits for this very transfer. */
  companyId: z.string().nullable(),
  company: z.string(),
  allocate: Allocation,
  orderId: z.string().nullable(),
  /** The cash discount that it takes; only there where it takes one in time. */
  discount: z.number().optional(),
  /** What a commit settles with it, by the numbers of invoices or of the order, and what of it stays as the company's credit. */
  settles: z.array(z.object({ number: z.string(), amount: z.number() })),
  credit: z.number(),
  suggestions: z.array(Suggestion),
  /** The provider whose payout it looks like: one sum of many card payments, which settles nothing by itself; else null. */
  payout: z.string().nullable(),
  /** Where its day lies in closed books: PERIOD_CLOSED, up to which day they are, and recording it is refused; else null. */
  code: z.literal('PERIOD_CLOSED').nullable(),
  closedUntil: z.string().nullable(),
});
export type BankLine = z.infer<typeof BankLine>;

/** A row of a bank's file that is no payment: a sum, a balance, a note, or what is told in its parts. */
export const BankLeftOut = z.object({ row: z.number(), text: z.string(), why: z.string() });
export type BankLeftOut = z.infer<typeof BankLeftOut>;

/** Where balances and lines of a bank's file do not add up. */
export const BankProblem = z.object({
  column: z.string(),
  message: z.string(),
  count: z.number(),
  rows: z.array(z.number()),
});
export type BankProblem = z.infer<typeof BankProblem>;

/** What imports of products say and a bank's file has none of: clients of 1.0.0 may look at it. */
const OF_PRODUCTS = { changed: z.literal(0), columns: z.array(z.never()), missing: z.array(z.never()) };

/** What a bank's file would record; nothing is recorded yet. `created` are the payments that a commit records, `unchanged` those that are known. */
export const BankImport = z.object({
  _id: z.string(),
  fileName: z.string(),
  actor: z.string(),
  createdAt: z.string(),
  committedAt: z.string().optional(),
  created: z.number(),
  unchanged: z.number(),
  errorCount: z.number(),
  ...OF_PRODUCTS,
  problems: z.array(BankProblem),
  /** What the file leaves open, and what is taken for the answer. */
  questions: z.array(BankQuestion),
  answers: BankAnswers,
  /** Whether a row has headings by which answers are kept. */
  hasHeadings: z.boolean(),
  errors: z.array(CellProblem),
  /** Up to which day the books are closed, where a matched payment lies in it and a commit is refused whole; else null. */
  closedUntil: z.string().nullable(),
  /** Rows that are no payments; they block nothing. */
  leftOut: z.array(BankLeftOut),
  rows: z.array(BankLine),
});
export type BankImport = z.infer<typeof BankImport>;

/** For whom somebody says that a payment of the file is; without `allocate`, what is due first is settled first. */
export const BankDecision = z.strictObject({
  row: whole(1, 2_000_000, 'row must be the row of a payment'),
  companyId: text(1, 64, 'companyId'),
  allocate: NewAccountPayment.shape.allocate,
});
export type BankDecision = z.output<typeof BankDecision>;

/** Whether a line is the shop's to record; one that is not stays put aside in later files. */
export const BankLineStand = z.strictObject({ ours: z.boolean(), note: text(0, 500, 'note').default('') });
export type BankLineStand = z.output<typeof BankLineStand>;
export const BankLineParams = z.object({
  id: Id,
  n: bounded(7, 'A row must be a whole number').regex(/^\d+$/, 'A row must be a whole number').transform(Number),
});
