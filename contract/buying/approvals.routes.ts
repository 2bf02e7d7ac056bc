import { byId, type Route } from '../route.ts';
import { Decision } from './approvals.ts';
import { Order } from './orders.ts';

/** What waits until somebody of the firm has approved it. */
export const approvalRoutes = {
  decideOrder: {
    method: 'POST',
    path: '/order/:id/approval',
    access: 'signed-in',
    summary:
      'Approve or reject what somebody else of the firm ordered above a limit; up to the own limit for one order',
    params: byId,
    body: Decision,
    answer: Order,
    status: 200,
    errors: [
      'ORDER_NOT_FOUND',
      'FORBIDDEN',
      'ALREADY_DECIDED',
      'NO_TERMS',
      'CREDIT_LIMIT',
      'ACCOUNT_OVERDUE',
      'NUMBERS_UNKNOWN',
    ],
    cache: 'none',
  },
} as const satisfies Record<string, Route>;
