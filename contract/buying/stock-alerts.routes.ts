import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { StockAlert } from './stock-alerts.ts';

/** Letters that somebody waits for. */
export const stockAlertRoutes = defineRoutes({
  findStockAlert: {
    call: 'GET /tool/:id/stock-alert',
    access: 'signed-in',
    summary: 'Whether the caller is waiting for an e-mail when the tool can be ordered again',
    answer: StockAlert,
    errors: ['TOOL_NOT_FOUND'],
  },
  addStockAlert: {
    call: 'POST /tool/:id/stock-alert',
    access: 'signed-in',
    summary:
      'Ask for one e-mail when a tool can be ordered again; the caller’s e-mail address must be verified; asking twice changes nothing',
    answer: StockAlert,
    status: 201,
    errors: ['TOOL_NOT_FOUND', 'ADDRESS_NOT_PROVED', 'IN_STOCK', 'RATE_LIMITED'],
  },
  removeStockAlert: {
    call: 'DELETE /tool/:id/stock-alert',
    access: 'signed-in',
    summary: 'Cancel that e-mail',
    answer: DeletedCount,
    errors: ['TOOL_NOT_FOUND'],
  },
});
