import { returnHandlers } from '#server/money/returns/returns.routes.ts';
import { shipmentHandlers } from '#server/money/shipments/shipments.routes.ts';
import type { ShopParts } from './parts.ts';

/** What leaves the house, and what comes back. */
export function goodsHandlers(parts: ShopParts) {
  return { ...shipmentHandlers(parts), ...returnHandlers(parts) };
}
