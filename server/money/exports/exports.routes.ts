import { dayOf } from '#contract/days.ts';
import { countriesOfOneStopShop } from '#contract/office/tax.ts';
import type { DaysExportQuery } from '#contract/sheets.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import { ORDER_LINES, ORDERS, PAPERS, QUOTES } from './books.ts';
import { exportedSheet, namedByDays, type Sheet } from './exported-sheet.ts';
import { exportedOpenItems } from './open-items.ts';
import { PAYMENTS } from './payments-journal.ts';
import { EC_SALES, exportedSums, type Sums, TAX, TAX_OF_COUNTRIES } from './taxed-sums.ts';
import { papersOfMonth } from './papers-of-month.ts';
import { exportedTools } from './export-tools.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { sheetFile } from '#server/engine/sheets/write-sheet.ts';

export function exportHandlers({ config, database, settings }: Parts & { settings: SettingsStore }) {
  const store = createUploadStore(config);
  const shopCurrency = async () => (await settings.read()).settings.currency;
  const sheetOf = async (what: string, sheet: Sheet, query: DaysExportQuery) => {
    const currency = await shopCurrency();
    return sheetFile(namedByDays(what, query), query, exportedSheet(database, sheet, { ...query, currency }), currency);
  };
  const sumRows = async (sums: Sums, query: DaysExportQuery) => {
    const { currency, company, tax } = (await settings.read()).settings;
    const oss = countriesOfOneStopShop({ country: company.country, tax });
    return exportedSums(database, sums, { ...query, currency, oss });
  };
  const sumsOf = async (what: string, sums: Sums, query: DaysExportQuery) => {
    const currency = await shopCurrency();
    return sheetFile(namedByDays(what, query), query, await sumRows(sums, query), currency);
  };
  return {
    exportTools: async ({ query }) => sheetFile('tools', query.format, exportedTools(database), await shopCurrency()),
    exportOrders: async ({ query }) => {
      if (query.format === 'csv' && query.sheet === 'lines') return sheetOf('order-lines', ORDER_LINES, query);
      const currency = await shopCurrency();
      const [orders, lines] = [ORDERS, ORDER_LINES].map((sheet) =>
        exportedSheet(database, sheet, { ...query, currency }),
      );
      return sheetFile(namedByDays('orders', query), query, orders!, currency, ['Lines', lines!]);
    },
    exportQuotes: ({ query }) => sheetOf('quotes', QUOTES, query),
    exportPapers: async ({ query }) => {
      const currency = await shopCurrency();
      const tax = await sumRows(TAX, query);
      if (query.format === 'csv' && query.sheet === 'tax')
        return sheetFile(namedByDays('tax', query), query, tax, currency);
      const papers = exportedSheet(database, PAPERS, { ...query, currency });
      return sheetFile(namedByDays('invoices', query), query, papers, currency, ['Tax', tax]);
    },
    exportPayments: ({ query }) => sheetOf('payments', PAYMENTS, query),
    exportOpenItems: async ({ query }) => {
      const { currency, timeZone } = (await settings.read()).settings;
      const until = query.day ?? dayOf(new Date(), timeZone);
      return sheetFile(`open-items-${until}`, query, exportedOpenItems(database, { day: until, currency }), currency);
    },
    exportEcSales: ({ query }) => sumsOf('ec-sales', EC_SALES, query),
    exportTax: ({ query }) => sumsOf('tax-by-country', TAX_OF_COUNTRIES, query),
    exportMonth: ({ query }) => papersOfMonth(database, store, query.month),
  } satisfies Partial<Handlers>;
}
