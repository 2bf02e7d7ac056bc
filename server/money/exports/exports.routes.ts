import type { DaysExportQuery, SheetFormat } from '#contract/sheets.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import { exportedOrders, exportedPapers, exportedTax } from './export-orders.ts';
import { papersOfMonth } from './papers-of-month.ts';
import { exportedTools } from './export-tools.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { sheetFile, type SheetParts } from '#server/engine/sheets/write-sheet.ts';

type ExportHandlers = Pick<Handlers, 'exportTools' | 'exportOrders' | 'exportPapers' | 'exportMonth'>;

export function exportHandlers({ config, database, settings }: Parts & { settings: SettingsStore }): ExportHandlers {
  const store = createUploadStore(config);
  const sheet = async (name: string, format: SheetFormat, parts: SheetParts, ...others: [string, SheetParts][]) =>
    sheetFile(name, format, parts, (await settings.read()).settings.currency, ...others);
  return {
    exportTools: ({ query }) => sheet('tools', query.format, exportedTools(database)),
    exportOrders: ({ query }) => sheet(named('orders', query), query.format, exportedOrders(database, query)),
    exportPapers: ({ query }) => {
      const tax = exportedTax(database, query);
      if (query.format === 'csv' && query.sheet === 'tax') return sheet(named('tax', query), 'csv', tax);
      return sheet(named('invoices', query), query.format, exportedPapers(database, query), ['Tax', tax]);
    },
    exportMonth: ({ query }) => papersOfMonth(database, store, query.month),
  };
}

/** Such as `orders-2026-11-01-to-2026-11-30`. */
function named(what: string, { from, to }: Pick<DaysExportQuery, 'from' | 'to'>): string {
  return [what, ...(from ? [from] : []), ...(to ? ['to', to] : [])].join('-');
}
