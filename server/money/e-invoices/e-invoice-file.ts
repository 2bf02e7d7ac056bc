import type { EInvoiceFormat } from '#contract/money/papers.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import { ciiOf } from './cii.ts';
import { missingFacts } from './missing-facts.ts';
import { ublOf } from './ubl.ts';

/** The e-invoice as XML. @throws AppError INVOICE_FACTS_MISSING with an issue for each fact that the format asks for */
export function eInvoiceXml(model: EInvoice, format: EInvoiceFormat): string {
  const issues = missingFacts(model, format);
  if (issues.length > 0) {
    throw new AppError(
      'INVOICE_FACTS_MISSING',
      'This e-invoice cannot be made: facts that its rules need are missing.',
      {
        issues,
      },
    );
  }
  return format === 'cii' ? ciiOf(model) : ublOf(model, format);
}

/** What a PDF carries of it, for Factur-X; undefined where facts are missing. */
export function facturXOf(model: EInvoice): string | undefined {
  return missingFacts(model, 'cii').length === 0 ? ciiOf(model) : undefined;
}
