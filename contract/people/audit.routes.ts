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
      'Undo the change to prices, texts or settings in an entry, where nothing has changed since; also needs the permission for that change',
    answer: PutBack,
    errors: ['AUDIT_ENTRY_NOT_FOUND', 'CANNOT_PUT_BACK', 'TOOL_NOT_FOUND'],
  },
});
