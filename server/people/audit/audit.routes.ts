import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { sheetFile } from '#server/engine/sheets/write-sheet.ts';
import { auditRows, listAudit } from './audit.ts';

export function auditHandlers({ database }: Parts) {
  return {
    listAudit: ({ query }) => listAudit(database.db, query),

    exportAudit: ({ query: { format, ...filter } }) => sheetFile('audit-log', format, auditRows(database, filter)),
  } satisfies Partial<Handlers>;
}
