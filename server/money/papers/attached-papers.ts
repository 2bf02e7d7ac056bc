import { eq } from 'drizzle-orm';
import { E_INVOICE_FORMATS } from '#contract/money/papers.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import type { Invoice } from '#server/buying/invoices/invoices.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { eInvoiceXml } from '#server/money/e-invoices/e-invoice-file.ts';
import { missingFacts } from '#server/money/e-invoices/missing-facts.ts';
import type { Attachment } from '#server/people/mail/sender.ts';
import { findPaper, issuedPdf } from './issued-papers.ts';

/** The files of invoices and credit notes, as letters take them: the PDF, and the XML in the first format whose facts are there. */
export async function attachedPapers(
  database: Database,
  store: UploadStore,
  numbers: readonly string[],
): Promise<Attachment[]> {
  const files: Attachment[] = [];
  for (const number of numbers) {
    const [row] = await database.db
      .select({ orderId: invoices.orderId })
      .from(invoices)
      .where(eq(invoices.number, number));
    if (!row) continue;
    const found = await findPaper(database, row.orderId, null, (each) => each.number === number);
    if (!found) continue;
    const { paper } = found;
    const name = `${paper.series}-${number}`;
    const bytes = await issuedPdf({ db: database.db, store }, found, 'a4');
    files.push({ name: `${name}.pdf`, bytes }, ...(await xmlOf(database, name, paper)));
  }
  return files;
}

async function xmlOf({ db }: Database, name: string, paper: Invoice): Promise<Attachment[]> {
  const format = E_INVOICE_FORMATS.find((each) => missingFacts(paper.document.model, each).length === 0);
  return format ? [{ name: `${name}-${format}.xml`, bytes: await eInvoiceXml(db, paper, format) }] : [];
}
