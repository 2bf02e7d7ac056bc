import { DeletedCount } from '../counts.ts';
import { byId, type Route } from '../route.ts';
import { StockAlert } from './stock-alerts.ts';

/** Letters that somebody waits for. */
export const stockAlertRoutes = {
  findStockAlert: {
    method: 'GET',
    path: '/tool/:id/stock-alert',
    access: 'signed-in',
    summary: 'Whether the caller waits for a letter that says that the tool can be ordered again',
    params: byId,
    answer: StockAlert,
    errors: ['TOOL_NOT_FOUND'],
  },
  addStockAlert: {
    method: 'POST',
    path: '/tool/:id/stock-alert',
    access: 'signed-in',
    summary:
      'Ask for one letter when a tool that cannot be ordered now can be again; the caller’s address must be proved; asking twice is asking once',
    params: byId,
    answer: StockAlert,
    status: 201,
    errors: ['TOOL_NOT_FOUND', 'ADDRESS_NOT_PROVED', 'IN_STOCK', 'RATE_LIMITED'],
  },
  removeStockAlert: {
    method: 'DELETE',
    path: '/tool/:id/stock-alert',
    access: 'signed-in',
    summary: 'Want that letter no more',
    params: byId,
    answer: DeletedCount,
    errors: ['TOOL_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
