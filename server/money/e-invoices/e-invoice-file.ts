import { sentence } from '#contract/sentences.ts';
import { E_INVOICE_FORMATS, type EInvoiceFormat } from '#contract/money/papers.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { type Invoice, modelNow } from '#server/buying/invoices/invoices.ts';
import { isKept, keptFile } from '#server/buying/invoices/issued-files.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import { ciiOf } from './cii.ts';
import { withLaterFacts } from './later-facts.ts';
import { missingFacts } from './missing-facts.ts';
import { ublOf } from './ubl.ts';

type Paper = Pick<Invoice, 'number' | 'orderId' | 'document'>;

/**
 * The e-invoice as XML, in the bytes that it had when it was first made.
 * @throws AppError INVOICE_FACTS_MISSING with an issue for each fact that the format asks for
 */
export function eInvoiceXml(db: Db, paper: Paper, format: EInvoiceFormat): Promise<Uint8Array<ArrayBuffer>> {
  return keptFile(db, { number: paper.number, format, tells: '' }, async () => {
    const model = await knownNow(db, paper, format);
    const issues = missingFacts(model, format);
    if (issues.length > 0)
      throw new AppError(
        'INVOICE_FACTS_MISSING',
        sentence('This e-invoice cannot be created: facts that its rules require are missing.'),
        { issues },
      );
    return new TextEncoder().encode(format === 'cii' ? ciiOf(model) : ublOf(model, format));
  });
}

/** The formats in which `eInvoiceXml` makes it. */
export async function formatsOf(db: Db, paper: Paper): Promise<EInvoiceFormat[]> {
  const formats: EInvoiceFormat[] = [];
  for (const format of E_INVOICE_FORMATS) {
    const isThere = await isKept(db, { number: paper.number, format, tells: '' });
    if (isThere || missingFacts(await knownNow(db, paper, format), format).length === 0) formats.push(format);
  }
  return formats;
}

/** As the paper was issued; where the format asks for what was missing then, with that as it is said now. */
async function knownNow(db: Db, paper: Paper, format: EInvoiceFormat): Promise<EInvoice> {
  const { model } = paper.document;
  const issues = missingFacts(model, format);
  return issues.length === 0 ? model : withLaterFacts(model, await modelNow(db, paper), issues);
}

/** The same; undefined where facts are missing. */
export async function eInvoiceWhereKnown(
  ...asked: Parameters<typeof eInvoiceXml>
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await eInvoiceXml(...asked);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVOICE_FACTS_MISSING') return undefined;
    throw error;
  }
}
