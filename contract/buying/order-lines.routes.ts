import { MAX_PASTE_BYTES, PastedLines, PastedText } from './order-lines.ts';
import { defineRoutes } from '../route.ts';

/** Pasted rows read as order lines. */
export const orderLineRoutes = defineRoutes({
  readOrderLines: {
    call: 'POST /order-lines',
    key: 'none',
    access: 'public',
    scopes: ['orders.place', 'companies.read', 'buyer.basket', 'buyer.orders', 'buyer.quotes'],
    agentTool: 'read_list',
    summary: 'Read pasted order lines: cells, CSV, an e-mail; by stock number or name, with columns in any order',
    body: PastedText,
    answer: PastedLines,
    errors: ['TOO_MANY_ROWS', 'RATE_LIMITED', 'UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED', 'COMPANY_NOT_FOUND'],
    maxBytes: MAX_PASTE_BYTES,
  },
});
