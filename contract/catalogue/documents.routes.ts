import { DeletedCount } from '../counts.ts';
import { MAX_DOCUMENT_BYTES } from '../limits.ts';
import { defineRoutes } from '../route.ts';
import { StreamedFile } from '../sheets.ts';
import { DocumentFile, DocumentFileQuery, NewDocument, ToolDocument } from './documents.ts';

/** Data sheets, certificates, drawings and the like. */
export const documentRoutes = defineRoutes({
  addDocument: {
    call: 'POST /tool/:id/document',
    access: 'staff:tools.write',
    summary: 'Upload a document for a tool: PDF, PNG, STEP, DXF or ZIP of at most 20 MB, recognised by its content',
    query: NewDocument,
    takes: '*/*',
    maxBytes: MAX_DOCUMENT_BYTES,
    arrivesWithin: 120_000,
    answer: ToolDocument,
    status: 201,
    errors: ['TOOL_NOT_FOUND', 'TOO_MANY_DOCUMENTS', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  },
  sendDocumentFile: {
    call: 'POST /document-file',
    access: 'staff:tools.write',
    summary: 'Upload a file under its own name, so that a sheet can say which tool it belongs to',
    query: DocumentFileQuery,
    takes: '*/*',
    maxBytes: MAX_DOCUMENT_BYTES,
    arrivesWithin: 120_000,
    answer: DocumentFile,
    status: 201,
    errors: ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  },
  getDocument: {
    call: 'GET /tool/:id/document/:document',
    access: 'public',
    summary: 'Download a document of a tool, also of one that is no longer sold',
    file: '*/*',
    answer: StreamedFile,
    errors: ['DOCUMENT_NOT_FOUND'],
  },
  removeDocument: {
    call: 'DELETE /tool/:id/document/:document',
    access: 'staff:tools.write',
    summary: 'Remove a document from a tool',
    answer: DeletedCount,
    errors: ['TOOL_NOT_FOUND', 'DOCUMENT_NOT_FOUND'],
  },
});
