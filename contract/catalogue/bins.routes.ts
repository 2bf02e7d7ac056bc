import { defineRoutes } from '../route.ts';
import { Bin, BinEdit } from './bins.ts';

/** Where tools lie. */
export const binRoutes = defineRoutes({
  getBin: {
    call: 'GET /tool/:id/bin',
    access: 'staff:tools.read',
    summary: 'Where a tool lies, if the shop records it',
    answer: Bin,
    errors: ['TOOL_NOT_FOUND'],
  },
  saveBin: {
    call: 'PUT /tool/:id/bin',
    access: 'staff:tools.stock',
    summary: 'Set where a tool lies, which packing slips say; null removes it',
    body: BinEdit,
    answer: Bin,
    errors: ['TOOL_NOT_FOUND'],
  },
});
