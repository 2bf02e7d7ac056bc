import type { EInvoiceFormat } from '#contract/money/papers.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Invoice } from '#server/buying/invoices/invoices.ts';
import { keptFile } from '#server/buying/invoices/issued-files.ts';
import { ciiOf } from './cii.ts';
import { missingFacts } from './missing-facts.ts';
import { ublOf } from './ubl.ts';

/**
 * The e-invoice as XML, in the bytes that it had when it was first made.
 * @throws AppError INVOICE_FACTS_MISSING with an issue for each fact that the format asks for
 */
export function eInvoiceXml(
  db: Db,
  { number, document: { model } }: Pick<Invoice, 'number' | 'document'>,
  format: EInvoiceFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  return keptFile(db, { number, format, tells: '' }, () => {
    const issues = missingFacts(model, format);
    if (issues.length > 0)
      throw new AppError(
        'INVOICE_FACTS_MISSING',
        'This e-invoice cannot be made: facts that its rules need are missing.',
        { issues },
      );
    return new TextEncoder().encode(format === 'cii' ? ciiOf(model) : ublOf(model, format));
  });
}

/** What a PDF carries of it, for Factur-X; undefined where facts are missing. */
export async function facturXOf(db: Db, paper: Pick<Invoice, 'number' | 'document'>): Promise<Uint8Array | undefined> {
  return missingFacts(paper.document.model, 'cii').length === 0 ? eInvoiceXml(db, paper, 'cii') : undefined;
}
