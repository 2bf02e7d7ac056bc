import type { Order } from '#contract/orders.ts';
import type { Shipment } from '#contract/shipments.ts';
import type { Tx } from '#server/db/client.ts';
import { letter } from '#server/mail/letter.ts';
import type { Parts } from '#server/http/parts.ts';
import type { Mail } from '#server/mail/mail.ts';
import type { SettingsStore } from '#server/settings/settings.ts';

/** A letter names so many lines; the order's page has all of them. */
const MOST_LINES = 100;

/** Tells the buyer what is on its way, with the shipment itself, so that there is one letter for one shipment. */
export async function queueShipmentLetter(
  tx: Tx,
  { mail, config, settings }: Pick<Parts, 'config'> & { mail: Mail; settings: SettingsStore },
  order: Order,
  shipment: Shipment,
  userId: string | null,
): Promise<void> {
  const { company } = (await settings.read()).settings;
  const named = new Map(order.lines.map((line) => [line.toolId, line]));
  const contents = shipment.lines.slice(0, MOST_LINES).map(({ toolId, quantity }) => {
    const line = named.get(toolId);
    return `${quantity.toLocaleString('en-US')} × ${line?.tool ?? ''}${line?.sku ? ` (${line.sku})` : ''}`;
  });
  const more = shipment.lines.length - contents.length;
  if (more > 0) contents.push(`and ${more.toLocaleString('en-US')} more`);
  const tracked = shipment.trackingNumber === null ? '' : `, tracking number ${shipment.trackingNumber}`;
  const whole = order.fulfilment === 'all';
  await mail.queue(tx, {
    to: order.email,
    ...(userId === null ? {} : { userId }),
    subject: whole ? `Your order ${order.number} is on its way` : `Part of your order ${order.number} is on its way`,
    ...letter({
      from: company.name,
      heading: whole ? 'Your order is on its way' : 'Part of your order is on its way',
      paragraphs: [
        `Dear ${order.name}, your order ${order.number} left our house with ${shipment.carrier}${tracked}:`,
        ...contents,
        ...(whole ? [] : ['The rest follows. We write to you when it leaves.']),
        `Deliver to: ${[order.name, order.company, order.address].filter((part) => part !== '').join(', ')}`,
        ...(shipment.trackingUrl === null ? [] : [`Follow it at ${shipment.trackingUrl}`]),
      ],
      action: { label: 'See your order', url: `${config.baseUrl}/dashboard/orders/${order._id}` },
      reason: `You get this letter because you ordered from ${company.name}.`,
    }),
  });
}
