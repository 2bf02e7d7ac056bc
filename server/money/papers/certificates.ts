import { sentence } from '#contract/sentences.ts';
import { inArray } from 'drizzle-orm';
import type { Order } from '#contract/buying/orders.ts';
import type { StreamedFile } from '#contract/sheets.ts';
import type { Db } from '#server/engine/db/client.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { streamedZip } from '#server/engine/sheets/streamed-zip.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { downloadName } from '#server/catalogue/documents/documents.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';

/**
 * The certificates of what was ordered, as the tools have them now, each once.
 * @throws AppError DOCUMENT_NOT_FOUND where there is none
 */
export async function certificatesOf(
  db: Db,
  store: UploadStore,
  { number, lines }: Pick<Order, 'number' | 'lines'>,
): Promise<StreamedFile> {
  const ids = lines.map(({ toolId }) => toolId);
  const rows = await db
    .select({ id: tools.id, sku: tools.sku, name: tools.name, documents: tools.documents })
    .from(tools)
    .where(inArray(tools.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const files = new Map<string, string>();
  for (const tool of ids.flatMap((id) => byId.get(id) ?? []))
    for (const { kind, ...document } of tool.documents) {
      if (kind !== 'certificate' || files.has(document.file)) continue;
      const name = downloadName({ ...document, name: `${tool.sku ?? tool.name} ${document.name}` });
      files.set(document.file, `${String(files.size + 1).padStart(3, '0')}-${name}`);
    }
  if (files.size === 0)
    throw new AppError('DOCUMENT_NOT_FOUND', sentence('There are no certificates for what was ordered.'));
  return streamedZip(`certificates-${number}.zip`, keptFiles(store, files));
}

async function* keptFiles(store: UploadStore, files: ReadonlyMap<string, string>) {
  for (const [file, name] of files) {
    const bytes = await store.get(file);
    if (bytes) yield [name, Buffer.from(bytes)] as const;
  }
}
