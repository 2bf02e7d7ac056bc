import { eq } from 'drizzle-orm';
import { E_INVOICE_FORMATS } from '#contract/money/papers.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { eInvoiceWhereKnown } from '#server/money/e-invoices/e-invoice-file.ts';
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
      .select({ orderId: invoices.orderId, series: invoices.series })
      .from(invoices)
      .where(eq(invoices.number, number));
    if (row)
      files.push(...(await filesOfPaper(database, store, { ...row, number, name: `${row.series}-${number}` }, 1)));
  }
  return files;
}

/** The PDF of a paper, and its XML in so many of the formats whose facts are there. */
export async function filesOfPaper(
  database: Database,
  store: UploadStore,
  { orderId, number, name }: { orderId: string; number: string; name: string },
  formats: number = E_INVOICE_FORMATS.length,
): Promise<Attachment[]> {
  const found = await findPaper(database, orderId, null, (each) => each.number === number);
  if (!found) throw new Error(`There is no paper ${number}`);
  const files = [
    { name: `${name}.pdf`, bytes: await issuedPdf({ db: database.db, store, person: 'shop' }, found, 'a4') },
  ];
  for (const format of E_INVOICE_FORMATS) {
    const bytes = files.length > formats ? undefined : await eInvoiceWhereKnown(database.db, found.paper, format);
    if (bytes) files.push({ name: `${name}-${format}.xml`, bytes });
  }
  return files;
}
