import { z } from 'zod';
import { bounded, Id, text } from '../text.ts';

/** The sizes of paper that PDFs are made for. */
const PAPER_FORMATS = ['a4', 'letter'] as const;
export type PaperFormat = (typeof PAPER_FORMATS)[number];

export const PaperQuery = z.strictObject({
  format: z.enum(PAPER_FORMATS, 'format must be a4 or letter').default('a4'),
});

/** Which invoice of an order, or which credit note of a refund, where there are several; without it the first. */
const number = text(1, 64, 'number').optional();

export const InvoiceQuery = PaperQuery.extend({ number });
export const InvoiceFormatsQuery = z.strictObject({ number });

/** Peppol BIS Billing 3 and XRechnung in UBL; EN 16931 in UN/CEFACT CII. */
export const E_INVOICE_FORMATS = ['peppol', 'xrechnung', 'cii'] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];

export const EInvoiceQuery = z.strictObject({
  format: z.enum(E_INVOICE_FORMATS, 'format must be peppol, xrechnung or cii').default('peppol'),
  number,
});

/** The formats in which an e-invoice can be had now: those whose rules ask for nothing that the shop does not know. */
export const EInvoiceFormats = z.object({ formats: z.array(z.enum(E_INVOICE_FORMATS)) });

/** A file, and what it is called where somebody keeps it: letters, digits, hyphens and dots. */
export const Paper = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) });

/** How many packing slips one PDF may hold. */
export const MAX_SLIPS = 100;

/** How many shelf labels one PDF may hold. */
export const MAX_SHELF_LABELS = 300;

/** Up to so many ids with commas between them. */
function idsOf(most: number, tooMany: string, wrong: string) {
  return bounded(most * 65, tooMany, wrong)
    .transform((ids) => [...new Set(ids.split(','))])
    .pipe(z.array(Id).min(1).max(most, tooMany));
}

export const PackingSlipsQuery = PaperQuery.extend({
  orders: idsOf(
    MAX_SLIPS,
    `One PDF can hold at most ${MAX_SLIPS} packing slips`,
    'orders must be ids of orders, separated by commas',
  ),
});

export const ShelfLabelsQuery = PaperQuery.extend({
  tools: idsOf(
    MAX_SHELF_LABELS,
    `One PDF can hold at most ${MAX_SHELF_LABELS} shelf labels`,
    'tools must be ids of tools, separated by commas',
  ),
});
