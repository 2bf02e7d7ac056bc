import { defineRoutes } from '../route.ts';
import { Shelf, ShelfQuery, StockCount, StockCounted } from './stock-counts.ts';

/** What lies on the shelves, counted by the warehouse. */
export const stockCountRoutes = defineRoutes({
  getShelf: {
    call: 'GET /shelf',
    access: 'staff:tools.stock',
    summary: 'How many pieces should be on the shelf, of the tool with a stock number or bar code',
    query: ShelfQuery,
    answer: Shelf,
    errors: ['TOOL_NOT_FOUND', 'AMBIGUOUS_TOOL'],
  },
  countStock: {
    call: 'POST /stock-count',
    access: 'staff:tools.stock',
    summary:
      'Correct the stock of up to 500 tools to what was counted, all or nothing, without undoing sales made meanwhile',
    body: StockCount,
    answer: StockCounted,
    errors: ['TOOL_NOT_FOUND', 'OUT_OF_STOCK'],
  },
});
