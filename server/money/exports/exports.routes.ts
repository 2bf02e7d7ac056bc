import type { DaysExportQuery } from '#contract/sheets.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { exportedOrders, exportedPapers } from './export-orders.ts';
import { exportedTools } from './export-tools.ts';
import { sheetFile } from '#server/engine/sheets/write-sheet.ts';

export function exportHandlers({ database }: Parts): Pick<Handlers, 'exportTools' | 'exportOrders' | 'exportPapers'> {
  return {
    exportTools: ({ query }) => sheetFile('tools', query.format, exportedTools(database)),
    exportOrders: ({ query }) => sheetFile(named('orders', query), query.format, exportedOrders(database, query)),
    exportPapers: ({ query }) => sheetFile(named('invoices', query), query.format, exportedPapers(database, query)),
  };
}

/** Such as `orders-2026-11-01-to-2026-11-30`. */
function named(what: string, { from, to }: Pick<DaysExportQuery, 'from' | 'to'>): string {
  return [what, ...(from ? [from] : []), ...(to ? ['to', to] : [])].join('-');
}
