import { inCountry } from '#contract/in-country.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { orderFacts, ownWords } from '#server/people/mail/own-words.ts';
import { namedLines } from '#server/people/mail/named-lines.ts';
import { plainLines, plainName } from '#server/people/mail/plain-name.ts';

/** Tells the buyer what is on its way, with the shipment itself, so that there is one letter for one shipment. */
export async function queueShipmentLetter(
  tx: Tx,
  sources: LetterSources,
  order: Order,
  shipment: Shipment,
  userId: string | null,
): Promise<void> {
  const ordered = new Map(order.lines.map((line) => [line.toolId, line]));
  const { named, more } = namedLines(
    shipment.lines.map(({ toolId, quantity }) => {
      const { tool = '', sku = null } = ordered.get(toolId) ?? {};
      return { quantity, tool, sku };
    }),
  );
  const tracked = shipment.trackingNumber === null ? '' : `, tracking number ${shipment.trackingNumber}`;
  const whole = order.fulfilment === 'all';
  await queueOrderLetter(tx, sources, { id: order._id, email: order.email, userId }, (shop) => ({
    subject: whole ? `Your order ${order.number} is on its way` : `Part of your order ${order.number} is on its way`,
    heading: whole ? 'Your order is on its way' : 'Part of your order is on its way',
    paragraphs: [
      `Dear ${plainName(order.name)}, we have shipped your order ${order.number} with ${shipment.carrier}${tracked}:`,
      ...named.map(({ name }) => name),
      ...more,
      ...(whole ? [] : ['The rest will follow. We will e-mail you when we ship it.']),
      `Deliver to: ${plainLines(order.name, order.company, inCountry(order.address, order.country))}`,
      ...(shipment.trackingUrl === null ? [] : [`Track it at ${shipment.trackingUrl}`]),
    ],
    own: ownWords(shop, 'shipment', {
      ...orderFacts(order, shop),
      carrier: shipment.carrier,
      trackingNumber: shipment.trackingNumber ?? '',
    }),
    ...(shipment.number === null
      ? {}
      : { facts: [['Delivery note', `${shipment.number}, as a PDF with your order`]] satisfies [string, string][] }),
  }));
}
