import { byId, type Route } from '../route.ts';
import { NewShipment, Shipment } from './shipments.ts';

/** What leaves the house. */
export const shipmentRoutes = {
  shipOrder: {
    method: 'POST',
    path: '/order/:id/shipment',
    access: 'staff:orders.ship',
    summary: 'Ship lines of a paid order, or all that is left of it; the buyer is told by letter',
    params: byId,
    body: NewShipment,
    answer: Shipment,
    status: 201,
    errors: ['ORDER_NOT_FOUND', 'APPROVAL_NEEDED', 'ORDER_NOT_PAID', 'MORE_THAN_ORDERED', 'IDEMPOTENCY_MISMATCH'],
    idempotent: true,
  },
} as const satisfies Record<string, Route>;
