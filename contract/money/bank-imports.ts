import { z } from 'zod';
import { CellProblem, ImportFindings, ImportQuery } from '../catalogue/imports.ts';
import { whole } from '../numbers.ts';
import { text } from '../text.ts';
import { NewAccountPayment } from './account.ts';

/** The most payments of one file. */
export const MAX_BANK_LINES = 5_000;

/** The name of the file, which the list shows. */
export const BankImportQuery = z.strictObject({ name: ImportQuery.shape.name });

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
 * recorded before; `outgoing` went out of the account, `foreign` is in another currency, and `pending` is not booked, or never will be:
 * these are left alone.
 */
const BANK_OUTCOMES = [
  'matched',
  'suggested',
  'unmatched',
  'known',
  'outgoing',
  'foreign',
  'pending',
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
  /** Of one that is matched: the firm with its invoices, or the order that waits for this very transfer. */
  companyId: z.string().nullable(),
  company: z.string(),
  allocate: Allocation,
  orderId: z.string().nullable(),
  suggestions: z.array(Suggestion),
});
export type BankLine = z.infer<typeof BankLine>;

/** What a bank's file would record; nothing is recorded yet. `created` are the payments that a commit records, `unchanged` those that are known. */
export const BankImport = z.object({
  _id: z.string(),
  fileName: z.string(),
  actor: z.string(),
  createdAt: z.string(),
  committedAt: z.string().optional(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  errorCount: z.number(),
  ...ImportFindings.shape,
  errors: z.array(CellProblem),
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
