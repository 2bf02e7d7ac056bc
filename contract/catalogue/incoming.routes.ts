import { z } from 'zod';
import { defineRoutes } from '../route.ts';
import { StreamedFile } from '../sheets.ts';
import {
  Batch,
  BatchEdit,
  BatchQuery,
  BatchReceipt,
  NewBatch,
  ToReorder,
  ToReorderExportQuery,
  ToReorderQuery,
} from './incoming.ts';

/** Goods that are to come, and what is to be ordered. */
export const incomingRoutes = defineRoutes({
  listIncoming: {
    call: 'GET /incoming',
    access: 'staff:supply',
    summary: 'Incoming goods by the day on which they are expected',
    query: BatchQuery,
    answer: z.array(Batch),
    list: true,
  },
  announceIncoming: {
    call: 'POST /tool/:id/incoming',
    access: 'staff:supply',
    summary:
      'Announce pieces of a tool that come on a day; where its backorder allows it they can be ordered from now on',
    body: NewBatch,
    answer: Batch,
    status: 201,
    errors: ['TOOL_NOT_FOUND'],
  },
  changeIncoming: {
    call: 'PUT /incoming/:id',
    access: 'staff:supply',
    summary: 'Change how many pieces come, or when; those who wait for them are told of another day',
    body: BatchEdit,
    answer: Batch,
    errors: ['BATCH_NOT_FOUND', 'BATCH_OVER', 'BATCH_PROMISED', 'STALE_BATCH'],
  },
  cancelIncoming: {
    call: 'POST /incoming/:id/cancel',
    access: 'staff:supply',
    summary: 'Cancel incoming goods that no order waits for',
    answer: Batch,
    errors: ['BATCH_NOT_FOUND', 'BATCH_OVER', 'BATCH_PROMISED'],
  },
  receiveIncoming: {
    call: 'POST /incoming/:id/receive',
    access: 'staff:supply',
    summary: 'Book pieces that came: for the orders that wait for them, the rest into stock',
    body: BatchReceipt,
    answer: Batch,
    errors: ['BATCH_NOT_FOUND', 'BATCH_OVER'],
  },
  listToReorder: {
    call: 'GET /to-reorder',
    access: 'staff:supply',
    summary: 'Tools of which fewer pieces are there and coming than their reorder level, the most missing first',
    query: ToReorderQuery,
    answer: z.array(ToReorder),
    list: true,
  },
  exportToReorder: {
    call: 'GET /export/to-reorder',
    access: 'staff:supply',
    summary: 'The same as a sheet for suppliers, CSV or XLSX',
    query: ToReorderExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
  },
});
