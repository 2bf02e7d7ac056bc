import { eq } from 'drizzle-orm';
import { E_INVOICE_FORMATS } from '#contract/money/papers.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { type Invoice, papersOf } from '#server/buying/invoices/invoices.ts';
import { getAnyOrder } from '#server/buying/orders/orders.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { eInvoiceXml } from '#server/money/e-invoices/e-invoice-file.ts';
import { missingFacts } from '#server/money/e-invoices/missing-facts.ts';
import { listRefunds } from '#server/money/payments/order-refunds.ts';
import type { Attachment } from '#server/people/mail/sender.ts';
import { issuedCreditNote, issuedInvoice } from './issued-papers.ts';

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
    const order = await getAnyOrder(database.db, row.orderId, null);
    const papers = await transaction(database, (tx) => papersOf(tx, row.orderId));
    const [invoice] = papers;
    const paper = papers.find((each) => each.number === number);
    if (!invoice || !paper) continue;
    const name = `${paper.series}-${number}`;
    const refund = (await listRefunds(database.db, row.orderId, null)).find(({ _id }) => _id === paper.refundId);
    const bytes = refund
      ? await issuedCreditNote({ db: database.db, store }, { order, invoice, note: paper, refund }, 'a4')
      : await issuedInvoice({ db: database.db, store }, order, paper, 'a4');
    files.push({ name: `${name}.pdf`, bytes }, ...(await xmlOf(database, name, paper)));
  }
  return files;
}

async function xmlOf({ db }: Database, name: string, paper: Invoice): Promise<Attachment[]> {
  const format = E_INVOICE_FORMATS.find((each) => missingFacts(paper.document.model, each).length === 0);
  return format ? [{ name: `${name}-${format}.xml`, bytes: await eInvoiceXml(db, paper, format) }] : [];
}
