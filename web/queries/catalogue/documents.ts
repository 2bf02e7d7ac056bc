import { useMutation } from '@tanstack/react-query';
import type { DocumentKind } from '#contract/catalogue/documents.ts';
import { sendFile } from '#web/api/send-file.ts';
import { userCall, withToken } from '#web/session/tab-session.ts';
import { outdate } from '../outdate.ts';

/** What is said of a document that is sent. */
export interface SaidDocument {
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

/** Takes a document from a tool. */
export function useRemoveDocument(toolId: string) {
  return useMutation({
    mutationFn: (id: string) =>
      userCall('DELETE /tool/:id/document/:document', { params: { id: toolId, document: id } }),
    onSettled: () => outdate('tools', 'tool'),
  });
}
