import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { StreamedFile, ToolExportQuery } from '../sheets.ts';
import { byId, type Route } from '../route.ts';
import {
  NewPriceList,
  PriceList,
  PriceListEdit,
  PriceListItem,
  PriceListItemEdit,
  PriceListItemParams,
  PriceListItemsQuery,
} from './price-lists.ts';

/** What firms pay instead of the tools' own prices. */
export const priceListRoutes = {
  listPriceLists: {
    method: 'GET',
    path: '/price-lists',
    access: 'staff:tools.write',
    summary: 'All price lists, by name',
    answer: z.array(PriceList),
  },
  addPriceList: {
    method: 'POST',
    path: '/price-list',
    access: 'staff:tools.write',
    summary: 'A new price list: so much off every tool, until it has prices of its own for some',
    body: NewPriceList,
    answer: PriceList,
    status: 201,
  },
  editPriceList: {
    method: 'PUT',
    path: '/price-list/:id',
    access: 'staff:tools.write',
    summary: 'Change a price list; with a version, only if it is still that one',
    params: byId,
    body: PriceListEdit,
    answer: PriceList,
    errors: ['PRICE_LIST_NOT_FOUND', 'STALE_PRICE_LIST'],
  },
  removePriceList: {
    method: 'DELETE',
    path: '/price-list/:id',
    access: 'staff:tools.write',
    summary: 'Remove a price list that no firm has',
    params: byId,
    answer: DeletedCount,
    errors: ['PRICE_LIST_NOT_FOUND', 'PRICE_LIST_IN_USE'],
  },
  listPriceListItems: {
    method: 'GET',
    path: '/price-list/:id/items',
    access: 'staff:tools.write',
    summary: "The tools with prices of their own in a list, beside the tools' prices",
    params: byId,
    query: PriceListItemsQuery,
    answer: z.array(PriceListItem),
    errors: ['PRICE_LIST_NOT_FOUND'],
    list: true,
  },
  setPriceListItem: {
    method: 'PUT',
    path: '/price-list/:id/item/:toolId',
    access: 'staff:tools.write',
    summary: 'Say what a tool costs by a list: its price and all of its breaks',
    params: PriceListItemParams,
    body: PriceListItemEdit,
    answer: PriceListItem,
    errors: ['PRICE_LIST_NOT_FOUND', 'TOOL_NOT_FOUND'],
  },
  exportPriceList: {
    method: 'GET',
    path: '/export/price-list/:id',
    access: 'staff:tools.write',
    summary: "A list's own prices as a sheet, CSV or XLSX: stock number, price, price breaks",
    params: byId,
    query: ToolExportQuery,
    answer: StreamedFile,
    file: 'text/csv',
    errors: ['PRICE_LIST_NOT_FOUND'],
  },
  removePriceListItem: {
    method: 'DELETE',
    path: '/price-list/:id/item/:toolId',
    access: 'staff:tools.write',
    summary: "Take a tool's prices out of a list",
    params: PriceListItemParams,
    answer: DeletedCount,
    errors: ['PRICE_LIST_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
