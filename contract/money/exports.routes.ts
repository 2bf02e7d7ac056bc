import type { Route } from '../route.ts';
import { DaysExportQuery, StreamedFile, ToolExportQuery } from '../sheets.ts';

/** What the books and other systems take out, as sheets. */
export const exportRoutes = {
  exportTools: {
    method: 'GET',
    path: '/export/tools',
    access: 'staff:export',
    summary: 'All tools as a sheet, CSV or XLSX, that an import takes back',
    query: ToolExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
    status: 200,
    errors: [],
    cache: 'none',
  },
  exportOrders: {
    method: 'GET',
    path: '/export/orders',
    access: 'staff:export',
    summary: 'Orders by the day on which they were placed, as a sheet whose columns add up to the books',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
    status: 200,
    errors: [],
    cache: 'none',
  },
  exportPapers: {
    method: 'GET',
    path: '/export/invoices',
    access: 'staff:export',
    summary: 'Invoices and credit notes by the day on which they were issued, as a sheet',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
    status: 200,
    errors: [],
    cache: 'none',
  },
} as const satisfies Record<string, Route>;
