import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { StreamedFile, ToolExportQuery } from '../sheets.ts';
import { defineRoutes } from '../route.ts';
import {
  NewPriceList,
  PriceList,
  PriceListEdit,
  PriceListItem,
  PriceListItemEdit,
  PriceListItemsQuery,
} from './price-lists.ts';

/** What firms pay instead of the tools' own prices. */
export const priceListRoutes = defineRoutes({
  listPriceLists: {
    call: 'GET /price-lists',
    access: 'staff:tools.write',
    summary: 'All price lists, by name',
    answer: z.array(PriceList),
  },
  addPriceList: {
    call: 'POST /price-list',
    access: 'staff:tools.write',
    summary: 'A new price list: so much off every tool, until it has prices of its own for some',
    body: NewPriceList,
    answer: PriceList,
    status: 201,
  },
  editPriceList: {
    call: 'PUT /price-list/:id',
    access: 'staff:tools.write',
    summary: 'Change a price list; with a version, only if it is still that one',
    body: PriceListEdit,
    answer: PriceList,
    errors: ['PRICE_LIST_NOT_FOUND', 'STALE_PRICE_LIST'],
  },
  removePriceList: {
    call: 'DELETE /price-list/:id',
    access: 'staff:tools.write',
    summary: 'Remove a price list that no firm has',
    answer: DeletedCount,
    errors: ['PRICE_LIST_NOT_FOUND', 'PRICE_LIST_IN_USE'],
  },
  listPriceListItems: {
    call: 'GET /price-list/:id/items',
    access: 'staff:tools.write',
    summary: "The tools with prices of their own in a list, beside the tools' prices",
    query: PriceListItemsQuery,
    answer: z.array(PriceListItem),
    errors: ['PRICE_LIST_NOT_FOUND'],
    list: true,
  },
  setPriceListItem: {
    call: 'PUT /price-list/:id/item/:toolId',
    access: 'staff:tools.write',
    summary: 'Say what a tool costs by a list: its price and all of its breaks',
    body: PriceListItemEdit,
    answer: PriceListItem,
    errors: ['PRICE_LIST_NOT_FOUND', 'TOOL_NOT_FOUND'],
  },
  exportPriceList: {
    call: 'GET /export/price-list/:id',
    access: 'staff:tools.write',
    summary: "A list's own prices as a sheet, CSV or XLSX: stock number, price, price breaks",
    query: ToolExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
    errors: ['PRICE_LIST_NOT_FOUND'],
  },
  removePriceListItem: {
    call: 'DELETE /price-list/:id/item/:toolId',
    access: 'staff:tools.write',
    summary: "Take a tool's prices out of a list",
    answer: DeletedCount,
    errors: ['PRICE_LIST_NOT_FOUND'],
  },
});
