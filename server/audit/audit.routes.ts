import type { Parts } from '#server/http/parts.ts';
import type { Handlers } from '#server/http/router.ts';
import { sheetFile } from '#server/sheets/write-sheet.ts';
import { auditRows, listAudit } from './audit.ts';

export function auditHandlers({ database }: Parts): Pick<Handlers, 'listAudit' | 'exportAudit'> {
  return {
    listAudit: ({ query }) => listAudit(database.db, query),

    exportAudit: ({ query: { format, ...filter } }) => sheetFile('audit-log', format, auditRows(database.db, filter)),
  };
}
