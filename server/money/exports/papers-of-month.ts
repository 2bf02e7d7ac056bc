import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { StreamedFile } from '#contract/sheets.ts';
import { E_INVOICE_FORMATS } from '#contract/money/papers.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { PictureStore } from '#server/engine/pictures/picture-store.ts';
import { type Invoice, papersOf } from '#server/buying/invoices/invoices.ts';
import { getAnyOrder } from '#server/buying/orders/orders.ts';
import { eInvoiceXml } from '#server/money/e-invoices/e-invoice-file.ts';
import { missingFacts } from '#server/money/e-invoices/missing-facts.ts';
import { issuedCreditNote, issuedInvoice } from '#server/money/papers/issued-papers.ts';
import { listRefunds } from '#server/money/payments/order-refunds.ts';

/**
 * The invoices and credit notes that were issued in a month, by the day that each says, as a ZIP that is made while it is sent: of each its PDF,
 * and an XML in each format of e-invoices whose facts are known.
 * @param month as YYYY-MM
 */
export async function papersOfMonth(database: Database, store: PictureStore, month: string): Promise<StreamedFile> {
  const { ZipFile } = await import('#server/engine/sheets/zip-files.ts');
  const issued = await database.raw<{ number: string; order: string }>(
    `select number, order_id as "order" from invoices
     where to_char(issued_at at time zone zone, 'YYYY-MM') = $1
     order by issued_at, number`,
    [month],
  );
  const zip = new ZipFile();
  // yazl gives its stream as one that is read; it is written to as well, and says when it is full.
  const out = zip.outputStream as Readable & { writableNeedDrain: boolean };
  const gone = new AbortController();
  out.on('close', () => gone.abort());
  const fill = async () => {
    for (const { number, order } of issued) {
      if (out.writableNeedDrain) await once(out, 'drain', { signal: gone.signal });
      gone.signal.throwIfAborted();
      for (const [name, bytes] of await filesOf(database, store, order, number)) zip.addBuffer(bytes, name);
    }
    zip.end();
  };
  fill().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return { type: 'application/zip', name: `papers-${month}.zip`, body: Readable.toWeb(out) as ReadableStream };
}

async function filesOf(
  database: Database,
  store: PictureStore,
  orderId: string,
  number: string,
): Promise<[name: string, bytes: Buffer][]> {
  const papers = await transaction(database, (tx) => papersOf(tx, orderId));
  const paper = papers.find((each) => each.number === number);
  const invoice = papers[0];
  if (!paper || !invoice) throw new Error(`There is no paper ${number}`);
  const pdf = await pdfOf(database, store, invoice, paper);
  const { model } = paper.document;
  const formats = E_INVOICE_FORMATS.filter((format) => missingFacts(model, format).length === 0);
  return [
    [`${number}.pdf`, Buffer.from(pdf)],
    ...formats.map((format): [string, Buffer] => [`${number}-${format}.xml`, Buffer.from(eInvoiceXml(model, format))]),
  ];
}

async function pdfOf(database: Database, store: PictureStore, invoice: Invoice, paper: Invoice): Promise<Uint8Array> {
  const order = await getAnyOrder(database.db, invoice.orderId, null);
  if (paper.refundId === null) return issuedInvoice(store, order, paper, 'a4');
  const refund = (await listRefunds(database.db, invoice.orderId, null)).find(({ _id }) => _id === paper.refundId);
  if (!refund) throw new Error(`There is no refund of ${paper.number}`);
  return issuedCreditNote(store, { order, invoice, note: paper, refund }, 'a4');
}
