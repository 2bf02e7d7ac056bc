import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { StandingOrder, StandingOrderInput, StandingSkip } from './standing-orders.ts';

/** Lists that the shop orders again and again. */
export const standingOrderRoutes = defineRoutes({
  getStandingOrder: {
    call: 'GET /my-list/:id/standing',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.orders'],
    summary:
      'The standing order of a list: when it is placed next, for whom, and why it is paused; null where it has none',
    answer: StandingOrder.nullable(),
    errors: ['LIST_NOT_FOUND'],
  },
  setStandingOrder: {
    call: 'PUT /my-list/:id/standing',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.orders'],
    summary:
      'Have a list ordered by the shop every week or month, as the caller; set again, it goes on where it was paused',
    body: StandingOrderInput,
    answer: StandingOrder,
    errors: [
      'LIST_NOT_FOUND',
      'FORBIDDEN',
      'COMPANY_NOT_FOUND',
      'COMPANY_NOT_ACTIVE',
      'COMPANY_ON_HOLD',
      'PURCHASE_ORDER_REQUIRED',
      'ADDRESS_NOT_FOUND',
      'NO_TERMS',
      'STALE_ORDER',
    ],
  },
  skipStandingOrder: {
    call: 'POST /my-list/:id/standing/skip',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.orders'],
    summary: 'Leave out the next time of a standing order',
    body: StandingSkip,
    answer: StandingOrder.nullable(),
    errors: ['LIST_NOT_FOUND', 'FORBIDDEN', 'STANDING_NOT_FOUND', 'STALE_ORDER'],
  },
  stopStandingOrder: {
    call: 'DELETE /my-list/:id/standing',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.orders'],
    summary: 'Stop a standing order; what was placed stays',
    answer: DeletedCount,
    errors: ['LIST_NOT_FOUND', 'FORBIDDEN', 'STANDING_NOT_FOUND'],
  },
});
