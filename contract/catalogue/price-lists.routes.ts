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

/** What companies pay instead of the tools' own prices. */
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
    summary: 'Add a price list: a percentage off every tool, and prices of its own for some',
    body: NewPriceList,
    answer: PriceList,
    status: 201,
  },
  editPriceList: {
    call: 'PUT /price-list/:id',
    access: 'staff:tools.write',
    summary: 'Change a price list; with a version, only if it has not changed since',
    body: PriceListEdit,
    answer: PriceList,
    errors: ['PRICE_LIST_NOT_FOUND', 'STALE_PRICE_LIST'],
  },
  removePriceList: {
    call: 'DELETE /price-list/:id',
    access: 'staff:tools.write',
    summary: 'Remove a price list that no company uses',
    answer: DeletedCount,
    errors: ['PRICE_LIST_NOT_FOUND', 'PRICE_LIST_IN_USE'],
  },
  listPriceListItems: {
    call: 'GET /price-list/:id/items',
    access: 'staff:tools.write',
    summary: 'The tools with their own price in a price list, next to their regular prices',
    query: PriceListItemsQuery,
    answer: z.array(PriceListItem),
    errors: ['PRICE_LIST_NOT_FOUND'],
    list: true,
  },
  setPriceListItem: {
    call: 'PUT /price-list/:id/item/:toolId',
    access: 'staff:tools.write',
    summary: "Set a tool's price in a price list, with all of its price breaks",
    body: PriceListItemEdit,
    answer: PriceListItem,
    errors: ['PRICE_LIST_NOT_FOUND', 'TOOL_NOT_FOUND'],
  },
  exportPriceList: {
    call: 'GET /export/price-list/:id',
    access: 'staff:tools.write',
    summary: "A price list's own prices as a sheet, CSV or XLSX: stock number, price, price breaks",
    query: ToolExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
    errors: ['PRICE_LIST_NOT_FOUND'],
  },
  removePriceListItem: {
    call: 'DELETE /price-list/:id/item/:toolId',
    access: 'staff:tools.write',
    summary: "Remove a tool's prices from a price list",
    answer: DeletedCount,
    errors: ['PRICE_LIST_NOT_FOUND'],
  },
});
