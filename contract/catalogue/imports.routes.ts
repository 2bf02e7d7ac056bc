import { z } from 'zod';
import {
  DryRun,
  Import,
  ImportCommit,
  ImportProgress,
  ImportQuery,
  PriceImportQuery,
  TaughtHeading,
  TaughtHeadingParams,
} from './imports.ts';
import { DeletedCount } from '../counts.ts';
import { Paging } from '../lists.ts';
import { defineRoutes } from '../route.ts';

/** Sheets of tools, first shown and then written. */
export const importRoutes = defineRoutes({
  importTools: {
    call: 'POST /import/tools',
    access: 'staff:tools.write',
    summary: 'Say what a sheet of tools, CSV or XLSX of at most 50 MB, would change; nothing is changed yet',
    query: ImportQuery,
    takes: 'text/csv',
    arrivesWithin: 300_000,
    answer: DryRun,
    status: 201,
    errors: ['VALIDATION_ERROR', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_MANY_ROWS'],
  },
  importPrices: {
    call: 'POST /import/prices',
    access: 'staff:tools.write',
    summary:
      "Say what a sheet of a price list's own prices would change: stock number, price, price breaks; nothing is changed yet",
    query: PriceImportQuery,
    takes: 'text/csv',
    arrivesWithin: 300_000,
    answer: DryRun,
    status: 201,
    errors: ['VALIDATION_ERROR', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_MANY_ROWS', 'PRICE_LIST_NOT_FOUND'],
  },
  listImports: {
    call: 'GET /import',
    access: 'staff:tools.write',
    summary: 'List the imports, newest first',
    query: Paging,
    answer: z.array(ImportProgress),
    list: true,
  },
  getImport: {
    call: 'GET /import/:id',
    access: 'signed-in',
    scopes: ['tools.write', 'orders.record-payment'],
    summary: 'How far an import is, and what its dry run found, to staff who may commit it',
    answer: Import,
    errors: ['IMPORT_NOT_FOUND', 'FORBIDDEN'],
  },
  commitImport: {
    call: 'POST /import/:id/commit',
    access: 'signed-in',
    scopes: ['tools.write', 'orders.record-payment'],
    summary:
      "Write what the dry run showed, all or nothing, by staff who may: tools and prices, or the payments of a bank's file; a repeat changes nothing",
    body: ImportCommit,
    answer: ImportProgress,
    mayGoOn: true,
    errors: ['IMPORT_NOT_FOUND', 'IMPORT_HAS_ERRORS', 'STALE_IMPORT', 'FORBIDDEN', 'NUMBERS_UNKNOWN'],
  },
  undoImport: {
    call: 'POST /import/:id/undo',
    access: 'staff:tools.write',
    summary: 'Put back what an import changed where nothing else has changed it since; `kept` says what not',
    answer: ImportProgress,
    mayGoOn: true,
    errors: ['IMPORT_NOT_FOUND', 'IMPORT_NOT_COMMITTED'],
  },
  listTaughtHeadings: {
    call: 'GET /taught-headings',
    access: 'staff:tools.write',
    summary: 'What the shop was taught that headings of sheets mean, in their order',
    answer: z.array(TaughtHeading),
  },
  forgetHeading: {
    call: 'DELETE /taught-heading/:heading',
    access: 'staff:tools.write',
    summary: 'Forget what the shop was taught of a heading: sheets that come from now on ask anew',
    params: TaughtHeadingParams,
    answer: DeletedCount,
  },
});
