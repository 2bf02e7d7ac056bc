import { z } from 'zod';
import { AuditEntry, AuditExportQuery, AuditQuery, PutBack } from './audit.ts';
import { defineRoutes } from '../route.ts';
import { StreamedFile } from '../sheets.ts';

/** Who did what, and putting it back. */
export const auditRoutes = defineRoutes({
  listAudit: {
    call: 'GET /audit',
    access: 'staff:audit',
    summary: 'Who did what to whom, newest first',
    query: AuditQuery,
    answer: z.array(AuditEntry),
    list: true,
  },
  exportAudit: {
    call: 'GET /export/audit',
    access: 'staff:audit',
    summary: 'Who did what to whom, oldest first, as a sheet',
    query: AuditExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  putBack: {
    call: 'POST /audit/:id/put-back',
    access: 'staff:audit',
    summary:
      'Put back what an entry says was changed of prices, texts or settings, where nothing has changed it since; needs the permission for what it changes, too',
    answer: PutBack,
    errors: ['AUDIT_ENTRY_NOT_FOUND', 'CANNOT_PUT_BACK', 'TOOL_NOT_FOUND'],
  },
});
