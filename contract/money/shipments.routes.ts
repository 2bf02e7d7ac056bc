import { defineRoutes } from '../route.ts';
import { NewShipment, Shipment } from './shipments.ts';

/** What leaves the house. */
export const shipmentRoutes = defineRoutes({
  shipOrder: {
    call: 'POST /order/:id/shipment',
    access: 'staff:orders.ship',
    summary: 'Ship lines of a paid order, or all that is left of it; the buyer is notified by e-mail',
    body: NewShipment,
    answer: Shipment,
    status: 201,
    errors: [
      'ORDER_NOT_FOUND',
      'APPROVAL_NEEDED',
      'ORDER_NOT_PAID',
      'MORE_THAN_ORDERED',
      'NOT_THERE_YET',
      'NUMBERS_UNKNOWN',
    ],
  },
});
