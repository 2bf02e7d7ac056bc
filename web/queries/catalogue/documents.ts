import type { DocumentKind } from '#contract/catalogue/documents.ts';
import { sendFile } from '#web/api/send-file.ts';
import { withToken } from '#web/session/tab-session.ts';
import { outdate } from '../outdate.ts';
import { usePersonal } from '../use-personal.ts';

/** What is said of a document that is sent. */
interface SaidDocument {
  kind: DocumentKind;
  name: string;
  language: string;
  revision: string;
}

/** Adds a document to a tool; `onProgress` gets the sent part, from 0 to 1. @throws ApiError as `sendFile` does */
export async function sendDocument(
  toolId: string,
  said: SaidDocument,
  file: Blob,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
) {
  const document = await withToken((authorization) =>
    sendFile('POST /tool/:id/document', {
      params: { id: toolId },
      query: { ...said },
      file,
      authorization,
      onProgress,
      signal,
    }),
  );
  await outdate('tools', 'tool');
  return document;
}

/** What there is about the tools of an order. */
export function useOrderDocuments(id: string) {
  return usePersonal(['order', id, 'documents'], 'GET /order/:id/documents', { params: { id } });
}

/** Keeps a file by its own name, for a sheet that names it. @throws ApiError as `sendFile` does */
export async function sendDocumentFile(name: string, file: Blob, signal: AbortSignal): Promise<void> {
  await withToken((authorization) =>
    sendFile('POST /document-file', { query: { name }, file, authorization, onProgress: () => {}, signal }),
  );
}
