import { countryName, inCountry } from '#contract/in-country.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import type { StillToFollow } from '#server/money/shipments/still-to-follow.ts';
import { sayIn } from '#server/engine/words/say.ts';
import type { Seller } from '#server/buying/order-tables/invoices.sql.ts';
import type { Customs } from './customs.ts';
import { beside, head, type HeadParts } from './paper-parts.ts';
import { inBoth, sellerLines, toolWords } from './paper-words.ts';
import type { Words } from '#server/engine/words/words.ts';
import { Sheet } from './sheet.ts';

/** What a delivery note is made from: a shipment that has a number, of an order. */
export interface DeliveryNoteParts extends Omit<HeadParts, 'facturX'> {
  order: Order;
  shipment: Shipment & { number: string };
  /** By tool, what had not left once this had. */
  follows: StillToFollow;
  /** By tool, what customs ask where it leaves the country. */
  customs: ReadonlyMap<string, Customs>;
}

/** What comes with a parcel: what is in it and what still follows, and no price. */
export async function deliveryNotePdf(parts: DeliveryNoteParts): Promise<Uint8Array<ArrayBuffer>> {
  const { order, shipment, follows, customs, say, seller } = parts;
  const sheet = head(parts, say('Delivery note {number}', { number: shipment.number }), new Date(shipment.shippedAt), [
    [say('Delivery note number'), shipment.number],
    [say('Shipped'), say.day(shipment.shippedAt)],
    [say('Order'), order.number],
    [say('Ordered'), say.day(order.createdAt)],
    [say('Your order number'), order.purchaseOrder],
    [say('Cost centre'), order.costCentre ?? ''],
    [say('Carrier'), shipment.carrier],
    [say('Tracking number'), shipment.trackingNumber ?? ''],
    [say('Note'), order.note],
  ]);
  beside(sheet, [
    [say('From'), sellerLines(seller, say)],
    [
      say('Deliver to'),
      filledLines(order.company, order.name, inCountry(order.address, order.country, say.country), order.phone),
    ],
  ]);
  const sent = new Map(shipment.lines.map(({ toolId, quantity }) => [toolId, quantity]));
  await sheet.table(
    [
      { head: '#', from: 0, to: 0.06 },
      { head: say('SKU'), from: 0.06, to: 0.22 },
      { head: say('Tool'), from: 0.23, to: 0.58 },
      { head: say('In this delivery'), from: 0.58, to: 0.78, align: 'right' },
      { head: say('Still to follow'), from: 0.79, to: 1, align: 'right' },
    ],
    order.lines.flatMap((line, index) => {
      const here = sent.get(line.toolId) ?? 0;
      const later = follows.get(line.toolId) ?? 0;
      if (here === 0 && later === 0) return [];
      const rest = later === 0 ? '' : say('{some, number} of {all, number}', { some: later, all: line.quantity });
      return [
        [
          say.pieces(index + 1),
          line.sku ?? '',
          toolWords(line, say, customs.get(line.toolId)),
          here === 0 ? '' : inBoth(line, here, say),
          rest,
        ],
      ];
    }),
  );
  sheet.y += 4;
  sheet.flow(lastWords(order, follows, say), 0, sheet.width);
  return sheet.finish();
}

function lastWords(order: Order, follows: StillToFollow, say: Words): string {
  const rest = order.lines.reduce((sum, { toolId }) => sum + (follows.get(toolId) ?? 0), 0);
  if (rest === 0) return say('Nothing of this order is still to follow.');
  return say('{some, number} of {all, number} pieces still to follow.', { some: rest, all: order.quantity });
}

/** In points: a sheet of A6 on its side, and the label of 4 by 6 inches. */
const LABELS: Record<PaperFormat, [number, number]> = { a4: [419.53, 297.64], letter: [432, 288] };
/** So many letters fit on a line in this size. */
const SIZES = [
  { letters: 30, size: 18 },
  { letters: 45, size: 13 },
  { letters: 90, size: 9 },
];

/** What sticks on a parcel: whom it goes to in four lines, and the number of its delivery note. */
export async function labelPdf(
  order: Order,
  shipment: Shipment & { number: string },
  { company }: Pick<Seller, 'company'>,
  format: PaperFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const say = sayIn(order.language);
  const sheet = new Sheet({
    language: order.language,
    format,
    size: LABELS[format],
    title: say('Label {number}', { number: shipment.number }),
    issuer: company.name,
    at: new Date(shipment.shippedAt),
    foot: [company.name, company.phone].filter(Boolean).join(' · '),
  });
  sheet.text(say('From {name}', { name: company.name }), 0, sheet.width, { grey: true });
  sheet.y += 6;
  const lines = fourLines(order);
  const longest = Math.max(...lines.map((line) => line.length));
  const size = SIZES.find(({ letters }) => longest <= letters)?.size ?? 7;
  for (const line of lines) sheet.text(line, 0, sheet.width, { size });
  sheet.y += 8;
  sheet.text(shipment.number, 0, sheet.width, { size: 20, bold: true, as: 'H1' });
  sheet.text(say('Order {number} · {carrier}', { number: order.number, carrier: shipment.carrier }), 0, sheet.width, {
    grey: true,
  });
  return sheet.finish();
}

/** Who, street, place, country; of an address in one text what stands before its last line is the street. */
export function fourLines(
  order: Pick<Order, 'company' | 'name' | 'address' | 'deliveryAddress' | 'country'>,
): string[] {
  const together = (...parts: string[]) => parts.map((part) => part.trim()).filter((part) => part !== '');
  const who = together(order.company === order.name ? '' : order.company, order.name).join(', ');
  const country = countryName(order.country);
  const parts = order.deliveryAddress;
  if (parts) {
    const place = together(parts.postalCode, parts.town, parts.region).join(' ');
    return together(who, together(parts.street, parts.extra).join(', '), place, country);
  }
  const lines = together(...order.address.split(/[\n\r]+/));
  const last = lines.length > 1 ? lines.pop()! : '';
  return together(who, lines.join(', '), last, country);
}
