import type { StreamedFile } from '#contract/sheets.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { streamedZip } from '#server/engine/sheets/streamed-zip.ts';
import { filesOfPaper } from '#server/money/papers/attached-papers.ts';

/**
 * The invoices and credit notes that were issued in a month, by the day that each says, as a ZIP that is made while it is sent: of each its PDF,
 * and an XML in each format of e-invoices whose facts are known.
 * @param month as YYYY-MM
 */
export async function papersOfMonth(database: Database, store: UploadStore, month: string): Promise<StreamedFile> {
  const issued = await database.raw<{ number: string; orderId: string }>(
    `select number, order_id as "orderId" from invoices
     where to_char(issued_at at time zone zone, 'YYYY-MM') = $1
     order by issued_at, number`,
    [month],
  );
  async function* files() {
    for (const { number, orderId } of issued)
      for (const { name, bytes } of await filesOfPaper(database, store, { orderId, number, name: number }))
        yield [name, Buffer.from(bytes)] as const;
  }
  return streamedZip(`papers-${month}.zip`, files());
}
