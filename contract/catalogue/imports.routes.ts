import { z } from 'zod';
import {
  AwaitedPicture,
  AwaitedPicturesQuery,
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
import { StreamedFile, ToolExportQuery } from '../sheets.ts';

/** Sheets of tools, first shown and then written. */
export const importRoutes = defineRoutes({
  importTools: {
    call: 'POST /import/tools',
    access: 'staff:tools.write',
    summary:
      'Upload a sheet of tools, CSV, XLSX or BMEcat of at most 50 MB, to see what it would change; nothing is changed yet',
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
      "Upload a sheet of a price list's own prices (stock number, price, price breaks) to see what it would change; nothing is changed yet",
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
    summary: 'The progress of an import and what its dry run found, for staff who may commit it',
    answer: Import,
    errors: ['IMPORT_NOT_FOUND', 'FORBIDDEN'],
  },
  commitImport: {
    call: 'POST /import/:id/commit',
    access: 'signed-in',
    scopes: ['tools.write', 'orders.record-payment'],
    summary:
      'Commit what the dry run showed, all or nothing: tools and prices, or the payments in a bank file; a repeat changes nothing',
    body: ImportCommit,
    answer: ImportProgress,
    mayGoOn: true,
    errors: ['IMPORT_NOT_FOUND', 'IMPORT_HAS_ERRORS', 'STALE_IMPORT', 'FORBIDDEN', 'NUMBERS_UNKNOWN', 'PERIOD_CLOSED'],
  },
  undoImport: {
    call: 'POST /import/:id/undo',
    access: 'staff:tools.write',
    summary: 'Undo what an import changed, except where something else has changed since; `kept` lists those',
    answer: ImportProgress,
    mayGoOn: true,
    errors: ['IMPORT_NOT_FOUND', 'IMPORT_NOT_COMMITTED'],
  },
  leftOutRows: {
    call: 'GET /import/:id/left-out',
    access: 'staff:tools.write',
    summary: 'The rows in error as a sheet, as they stood, each with the reason; at most the first 10,000',
    query: ToolExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
    errors: ['IMPORT_NOT_FOUND'],
  },
  listAwaitedPictures: {
    call: 'GET /awaited-pictures',
    access: 'staff:tools.write',
    summary: 'The tools whose picture is a file that was not sent yet, by name',
    query: AwaitedPicturesQuery,
    answer: z.array(AwaitedPicture),
    list: true,
  },
  listTaughtHeadings: {
    call: 'GET /taught-headings',
    access: 'staff:tools.write',
    summary: 'What the shop has learned about headings of sheets, in their order',
    answer: z.array(TaughtHeading),
  },
  forgetHeading: {
    call: 'DELETE /taught-heading/:heading',
    access: 'staff:tools.write',
    summary: 'Forget what the shop has learned about a heading; later sheets ask about it again',
    params: TaughtHeadingParams,
    answer: DeletedCount,
  },
});
