import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { getOrder } from '#server/buying/orders/orders.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { shipOrder } from './ship-order.ts';
import { queueShipmentLetter } from './shipment-mail.ts';

export function shipmentHandlers(parts: Parts & { mail: Mail }) {
  return {
    shipOrder: ({ caller, params, body }) =>
      transaction(parts.database, async (tx) => {
        const { shipment, userId } = await shipOrder(tx, caller, params.id, body);
        await queueShipmentLetter(tx, parts, await getOrder(tx, params.id, null), shipment, userId);
        return shipment;
      }),
  } satisfies Partial<Handlers>;
}
