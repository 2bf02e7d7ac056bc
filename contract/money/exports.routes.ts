import { defineRoutes } from '../route.ts';
import { DaysExportQuery, MonthQuery, PapersExportQuery, StreamedFile, ToolExportQuery } from '../sheets.ts';

/** What the books and other systems take out, as sheets. */
export const exportRoutes = defineRoutes({
  exportTools: {
    call: 'GET /export/tools',
    access: 'staff:export',
    summary: 'All tools as a sheet, CSV or XLSX, which can be imported again',
    query: ToolExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportOrders: {
    call: 'GET /export/orders',
    access: 'staff:export',
    summary: 'Orders by the day they were placed, as a sheet whose columns add up to the books',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportQuotes: {
    call: 'GET /export/quotes',
    access: 'staff:quotes',
    summary: 'Quotes by the day they were requested, each with its latest version, as a sheet',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportPapers: {
    call: 'GET /export/invoices',
    access: 'staff:export',
    summary: 'Invoices and credit notes by the day they were issued, and their tax by rate, as sheets',
    query: PapersExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportMonth: {
    call: 'GET /export/papers',
    access: 'staff:export',
    summary: "A ZIP of a month's invoices and credit notes, as PDF and in every possible e-invoice format",
    query: MonthQuery,
    answer: StreamedFile,
    file: 'application/zip',
  },
});
