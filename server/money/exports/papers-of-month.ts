import type { StreamedFile } from '#contract/sheets.ts';
import { E_INVOICE_FORMATS } from '#contract/money/papers.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { streamedZip } from '#server/engine/sheets/streamed-zip.ts';
import { eInvoiceXml } from '#server/money/e-invoices/e-invoice-file.ts';
import { missingFacts } from '#server/money/e-invoices/missing-facts.ts';
import { findPaper, issuedPdf } from '#server/money/papers/issued-papers.ts';

/**
 * The invoices and credit notes that were issued in a month, by the day that each says, as a ZIP that is made while it is sent: of each its PDF,
 * and an XML in each format of e-invoices whose facts are known.
 * @param month as YYYY-MM
 */
export async function papersOfMonth(database: Database, store: UploadStore, month: string): Promise<StreamedFile> {
  const issued = await database.raw<{ number: string; order: string }>(
    `select number, order_id as "order" from invoices
     where to_char(issued_at at time zone zone, 'YYYY-MM') = $1
     order by issued_at, number`,
    [month],
  );
  async function* files() {
    for (const { number, order } of issued) yield* await filesOf(database, store, order, number);
  }
  return streamedZip(`papers-${month}.zip`, files());
}

async function filesOf(
  database: Database,
  store: UploadStore,
  orderId: string,
  number: string,
): Promise<[name: string, bytes: Buffer][]> {
  const found = await findPaper(database, orderId, null, (each) => each.number === number);
  if (!found) throw new Error(`There is no paper ${number}`);
  const { paper } = found;
  const pdf = await issuedPdf({ db: database.db, store }, found, 'a4');
  const files: [name: string, bytes: Buffer][] = [[`${number}.pdf`, Buffer.from(pdf)]];
  for (const format of E_INVOICE_FORMATS) {
    if (missingFacts(paper.document.model, format).length > 0) continue;
    files.push([`${number}-${format}.xml`, Buffer.from(await eInvoiceXml(database.db, paper, format))]);
  }
  return files;
}
