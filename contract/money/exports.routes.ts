import { z } from 'zod';
import { defineRoutes } from '../route.ts';
import { MissingAccount, MissingAccountsQuery } from './missing-accounts.ts';
import {
  DatevQuery,
  DayExportQuery,
  DaysExportQuery,
  MonthQuery,
  OrdersExportQuery,
  PapersExportQuery,
  StreamedFile,
  ToolExportQuery,
} from '../sheets.ts';

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
    summary:
      'Orders by the day they were placed, as a sheet whose columns add up to the books, and their lines with units and packs',
    query: OrdersExportQuery,
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
  exportPayments: {
    call: 'GET /export/payments',
    access: 'staff:export',
    summary: 'Each movement of money by the day the bank had it, as a sheet',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportOpenItems: {
    call: 'GET /export/open-items',
    access: 'staff:export',
    summary: 'What was owed to the shop and by it at the end of a day, as a sheet',
    query: DayExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportEcSales: {
    call: 'GET /export/ec-sales',
    access: 'staff:export',
    summary: 'Intra-Community supplies by VAT number, less credit notes, as a sheet',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportTax: {
    call: 'GET /export/tax',
    access: 'staff:export',
    summary: 'What invoices and credit notes come to by country, category and rate of tax, as a sheet',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportTrialBalance: {
    call: 'GET /export/trial-balance',
    access: 'staff:export',
    summary: 'What was sold, came and is open over some days, by account, as a sheet that adds up to all entries',
    query: DaysExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  exportDatev: {
    call: 'GET /export/datev',
    access: 'staff:export',
    summary:
      'Postings of days of one fiscal year, as a file that DATEV reads (EXTF 700, Buchungsstapel 13, Windows-1252)',
    query: DatevQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
  listMissingAccounts: {
    call: 'GET /missing-accounts',
    access: 'staff:export',
    summary: 'The account numbers that postings of some days lack in the file for DATEV',
    query: MissingAccountsQuery,
    answer: z.array(MissingAccount),
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
