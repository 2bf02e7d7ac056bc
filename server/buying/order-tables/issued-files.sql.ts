import { pgTable, text } from 'drizzle-orm/pg-core';
import type { EInvoiceFormat, PaperFormat } from '#contract/money/papers.ts';
import { bytes } from '#server/engine/db/bytes.ts';

/** Files of invoices and credit notes as they were first made; a trigger refuses to change or remove one. */
export const issuedFiles = pgTable('issued_files', {
  number: text('number').notNull(),
  /** PDF on a size of paper, or XML. */
  format: text('format').$type<PaperFormat | EInvoiceFormat>().notNull(),
  /** What it tells that came after it was issued: the payment that it names, or that it is void; empty: nothing. */
  tells: text('tells').notNull(),
  bytes: bytes('bytes').notNull(),
});
