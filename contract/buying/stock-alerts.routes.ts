import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { StockAlert } from './stock-alerts.ts';

/** Letters that somebody waits for. */
export const stockAlertRoutes = defineRoutes({
  findStockAlert: {
    call: 'GET /tool/:id/stock-alert',
    access: 'signed-in',
    summary: 'Whether the caller waits for a letter that says that the tool can be ordered again',
    answer: StockAlert,
    errors: ['TOOL_NOT_FOUND'],
  },
  addStockAlert: {
    call: 'POST /tool/:id/stock-alert',
    access: 'signed-in',
    summary:
      'Ask for one letter when a tool that cannot be ordered now can be again; the caller’s address must be proved; asking twice is asking once',
    answer: StockAlert,
    status: 201,
    errors: ['TOOL_NOT_FOUND', 'ADDRESS_NOT_PROVED', 'IN_STOCK', 'RATE_LIMITED'],
  },
  removeStockAlert: {
    call: 'DELETE /tool/:id/stock-alert',
    access: 'signed-in',
    summary: 'Want that letter no more',
    answer: DeletedCount,
    errors: ['TOOL_NOT_FOUND'],
  },
});
