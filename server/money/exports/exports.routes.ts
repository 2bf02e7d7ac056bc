import type { DaysExportQuery, SheetFormat } from '#contract/sheets.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { exportedOrders, exportedPapers } from './export-orders.ts';
import { exportedTools } from './export-tools.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { sheetFile, type SheetParts } from '#server/engine/sheets/write-sheet.ts';

export function exportHandlers({
  database,
  settings,
}: Parts & { settings: SettingsStore }): Pick<Handlers, 'exportTools' | 'exportOrders' | 'exportPapers'> {
  const sheet = async (name: string, format: SheetFormat, parts: SheetParts) =>
    sheetFile(name, format, parts, (await settings.read()).settings.currency);
  return {
    exportTools: ({ query }) => sheet('tools', query.format, exportedTools(database)),
    exportOrders: ({ query }) => sheet(named('orders', query), query.format, exportedOrders(database, query)),
    exportPapers: ({ query }) => sheet(named('invoices', query), query.format, exportedPapers(database, query)),
  };
}

/** Such as `orders-2026-11-01-to-2026-11-30`. */
function named(what: string, { from, to }: Pick<DaysExportQuery, 'from' | 'to'>): string {
  return [what, ...(from ? [from] : []), ...(to ? ['to', to] : [])].join('-');
}
