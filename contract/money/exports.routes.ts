import { defineRoutes } from '../route.ts';
import { DaysExportQuery, MonthQuery, PapersExportQuery, StreamedFile, ToolExportQuery } from '../sheets.ts';

/** What the books and other systems take out, as sheets. */
export const exportRoutes = defineRoutes({
  exportTools: {
    call: 'GET /export/tools',
    access: 'staff:export',
    summary: 'All tools as a sheet, CSV or XLSX, that an import takes back',
    query: ToolExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportOrders: {
    call: 'GET /export/orders',
    access: 'staff:export',
    summary: 'Orders by the day on which they were placed, as a sheet whose columns add up to the books',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportQuotes: {
    call: 'GET /export/quotes',
    access: 'staff:quotes',
    summary: 'Quotes by the day on which they were asked for, each with its latest version, as a sheet',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportPapers: {
    call: 'GET /export/invoices',
    access: 'staff:export',
    summary: 'Invoices and credit notes by the day on which they were issued, and their tax by rate, as sheets',
    query: PapersExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportMonth: {
    call: 'GET /export/papers',
    access: 'staff:export',
    summary:
      'The invoices and credit notes of a month, as PDF and in each format of e-invoices that can be made, in a ZIP',
    query: MonthQuery,
    answer: StreamedFile,
    file: 'application/zip',
  },
});
