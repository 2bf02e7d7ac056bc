import { defineRoutes } from '../route.ts';
import { StreamedFile } from '../sheets.ts';
import { BmecatQuery } from './bmecat.ts';

/** The catalogue as systems of large buyers read it. */
export const bmecatRoutes = defineRoutes({
  bmecat: {
    call: 'GET /feeds/bmecat.xml',
    access: 'public',
    scopes: ['orders.place', 'companies.read', 'buyer.basket', 'buyer.orders', 'buyer.quotes'],
    summary:
      "All tools for sale as a catalogue in BMEcat 2005.2, at the company's prices for its members and keys; at list prices for everybody where the shop allows it",
    query: BmecatQuery,
    answer: StreamedFile,
    file: '*/*',
    errors: ['UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED', 'FORBIDDEN', 'COMPANY_NOT_FOUND', 'RATE_LIMITED'],
  },
});
