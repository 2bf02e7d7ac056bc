import type { Order } from '#contract/buying/orders.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import type { Words } from '#server/engine/words/words.ts';
import { deliverTo } from '#server/buying/orders/deliver-to.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { orderFacts, ownWords } from '#server/people/mail/own-words.ts';
import { namedLines } from '#server/people/mail/named-lines.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** Tells the buyer what is on its way, with the shipment itself, so that there is one letter for one shipment. */
export async function queueShipmentLetter(
  tx: Tx,
  sources: LetterSources,
  order: Order,
  shipment: Shipment,
  userId: string | null,
): Promise<void> {
  const ordered = new Map(order.lines.map((line) => [line.toolId, line]));
  const lines = shipment.lines.map(({ toolId, quantity }) => {
    const { tool = '', sku = null } = ordered.get(toolId) ?? {};
    return { quantity, tool, sku };
  });
  const whole = order.fulfilment === 'all';
  const { number, language } = order;
  await queueOrderLetter(tx, sources, { id: order._id, email: order.email, userId, language }, (say, shop) => {
    const { named, more } = namedLines(lines, say);
    return {
      subject: whole
        ? say('Your order {number} is on its way', { number })
        : say('Part of your order {number} is on its way', { number }),
      heading: whole ? say('Your order is on its way') : say('Part of your order is on its way'),
      paragraphs: [
        shippedWith(order, shipment, say),
        ...named.map(({ name }) => name),
        ...more,
        ...(whole ? [] : [say('The rest will follow. We will e-mail you when we ship it.')]),
        deliverTo(order, say),
        ...(shipment.trackingUrl === null ? [] : [say('Track it at {address}', { address: shipment.trackingUrl })]),
      ],
      own: ownWords(shop, 'shipment', {
        ...orderFacts(order, say),
        carrier: shipment.carrier,
        trackingNumber: shipment.trackingNumber ?? '',
      }),
      ...(shipment.number === null
        ? {}
        : {
            facts: [
              [say('Delivery note'), say('{number}, as a PDF with your order', { number: shipment.number })],
            ] satisfies [string, string][],
          }),
    };
  });
}

function shippedWith({ name, number }: Order, { carrier, trackingNumber: tracking }: Shipment, say: Words): string {
  const said = { name: plainName(name), number, carrier };
  return tracking === null
    ? say('Dear {name}, we have shipped your order {number} with {carrier}:', said)
    : say('Dear {name}, we have shipped your order {number} with {carrier}, tracking number {tracking}:', {
        ...said,
        tracking,
      });
}
