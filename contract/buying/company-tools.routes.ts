import { z } from 'zod';
import { CompanyPrice, CompanyPricesQuery } from '../catalogue/price-lists.ts';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { PartNumber, PartNumberEdit, PartNumbersQuery, PastedPartNumber, PastedPartNumbers } from './company-tools.ts';
import { MAX_PASTE_BYTES } from './order-lines.ts';

/** What tools cost a company, and what it calls them. */
export const companyToolRoutes = defineRoutes({
  companyPrices: {
    call: 'GET /company-prices',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read', 'buyer.basket', 'buyer.orders', 'buyer.quotes'],
    summary: 'Prices of up to 100 tools for a company, for its members and staff',
    query: CompanyPricesQuery,
    answer: z.array(CompanyPrice),
    errors: ['COMPANY_NOT_FOUND'],
  },
  listPartNumbers: {
    call: 'GET /company/:id/part-numbers',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: "A company's own part numbers, the first 1,000 that match",
    query: PartNumbersQuery,
    answer: z.array(PartNumber),
    errors: ['COMPANY_NOT_FOUND'],
  },
  setPartNumber: {
    call: 'PUT /company/:id/part-number/:toolId',
    access: 'signed-in',
    summary: "Set a company's part number for a tool",
    body: PartNumberEdit,
    answer: PartNumber,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'TOOL_NOT_FOUND', 'PART_NUMBER_TAKEN'],
  },
  removePartNumber: {
    call: 'DELETE /company/:id/part-number/:toolId',
    access: 'signed-in',
    summary: "Remove a company's part number for a tool",
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN'],
  },
  pastePartNumbers: {
    call: 'POST /company/:id/part-numbers',
    access: 'signed-in',
    summary: "Set many part numbers: rows of a stock number and the company's own number, each answered separately",
    body: PastedPartNumbers,
    answer: z.object({ rows: z.array(PastedPartNumber) }),
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_ROWS'],
    maxBytes: MAX_PASTE_BYTES,
  },
});
