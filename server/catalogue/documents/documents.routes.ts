import { sentence } from '#contract/sentences.ts';
import { MAX_DOCUMENT_BYTES } from '#contract/limits.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { readBytes } from '#server/engine/http/read-body.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { createUploadStore, uploadType } from '#server/engine/pictures/upload-store.ts';
import { record } from '#server/people/audit/audit.ts';
import { noteFile, type SentFile } from './document-files.ts';
import {
  addDocument,
  documentFile,
  documentNotFound,
  downloadName,
  findDocument,
  removeDocument,
} from './documents.ts';

export function documentHandlers({ config, database, changes }: Parts) {
  const store = createUploadStore(config);
  /** Keeps what is sent, known by its content. */
  const kept = async (request: Request): Promise<SentFile> => {
    const encoding = request.headers.get('content-encoding');
    if (encoding !== null && encoding !== 'identity')
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', sentence('Send the document as it is, without compression.'));
    const bytes = Buffer.from(await readBytes(request, MAX_DOCUMENT_BYTES));
    const file = documentFile(bytes);
    await store.put([{ name: file, body: bytes }]);
    return { file, size: bytes.byteLength };
  };
  return {
    addDocument: async ({ caller, params, query, request }) => {
      const { file, size } = await kept(request);
      return transaction(database, async (tx) => {
        const { document, tool } = await addDocument(tx, params.id, query, { name: file, size });
        const facts = { name: tool, document: document.name, kind: document.kind };
        await record(tx, caller, 'tool.document-added', params.id, facts);
        afterCommit(tx, () => changes.touch(['tools', `tool:${params.id}`]));
        return document;
      });
    },

    sendDocumentFile: async ({ query: { name }, request }) => {
      const sent = await kept(request);
      await noteFile(database.db, name, sent);
      return { name, size: sent.size };
    },

    getDocument: async ({ params }) => {
      const document = await findDocument(database.db, params.id, params.document);
      const bytes = await store.get(document.file);
      if (bytes === null) throw documentNotFound();
      const body = new Blob([new Uint8Array(bytes)]).stream();
      // The name of its file is made from its content.
      return { type: uploadType(document.file), name: downloadName(document), body, etag: `"${document.file}"` };
    },

    removeDocument: ({ caller, params }) =>
      transaction(database, async (tx) => {
        const { name, tool } = await removeDocument(tx, params.id, params.document);
        await record(tx, caller, 'tool.document-removed', params.id, { name: tool, document: name });
        afterCommit(tx, () => changes.touch(['tools', `tool:${params.id}`]));
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}
