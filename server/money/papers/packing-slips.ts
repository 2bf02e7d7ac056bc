import { filledLines } from '#contract/people/address-lines.ts';
import { encode } from 'uqr';
import type { Order } from '#contract/buying/orders.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import type { Settings } from '#contract/office/settings.ts';
import { inCountry } from '#contract/in-country.ts';
import { inBoth, toolWords } from './paper-words.ts';
import { type Words, wordsIn } from '#server/engine/words/words.ts';
import { MARGIN, Sheet } from './sheet.ts';

const CODE = 72;

/**
 * What goes into the parcels of some orders, a slip each, in one document: what is left to pack, without prices, and the
 * order's number as a QR code for a scanner.
 * @param bins where tools lie, by their ids
 */
export async function packingSlipsPdf(
  orders: Order[],
  { company, currency, timeZone }: Pick<Settings, 'company' | 'currency' | 'timeZone'>,
  format: PaperFormat,
  bins: Readonly<Record<string, string>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const wordsOf = ({ language }: Order) => wordsIn({ language, currency, zone: timeZone });
  const titleOf = (order: Order) => wordsOf(order)('Packing slip {number}', { number: order.number });
  const [first] = orders;
  const sheet = new Sheet({
    language: first?.language ?? 'en',
    format,
    title: first && orders.length === 1 ? titleOf(first) : `${orders.length} packing slips`,
    issuer: company.name,
    at: new Date(first?.createdAt ?? 0),
    foot: [company.name, company.phone, company.email].filter(Boolean).join(' · '),
  });
  for (const [index, order] of orders.entries()) {
    sheet.begin(titleOf(order), index === 0);
    await slip(sheet, order, { seller: company.name, title: titleOf(order), say: wordsOf(order), bins });
  }
  return sheet.finish();
}

async function slip(
  sheet: Sheet,
  order: Order,
  { seller, title, say, bins }: { seller: string; title: string; say: Words; bins: Readonly<Record<string, string>> },
): Promise<void> {
  codeAt(sheet, order.number);
  const right = sheet.width - CODE - 10;
  const top = sheet.y;
  sheet.text(seller, 0, right, { size: 13, bold: true });
  sheet.y += 6;
  sheet.text(title, 0, right, { size: 20, bold: true, as: 'H1' });
  sheet.y = Math.max(sheet.y, top + CODE) + 8;
  const deliverTo = say('Deliver to');
  const facts = [
    [say('Ordered'), say.day(order.createdAt)],
    ...(order.purchaseOrder === '' ? [] : [[say('Your order number'), order.purchaseOrder]]),
    ...(order.costCentre === null ? [] : [[say('Cost centre'), order.costCentre]]),
    [say('Delivery'), order.deliveryName],
    [
      deliverTo,
      filledLines(order.name, order.company, inCountry(order.address, order.country, say.country), order.phone),
    ],
    ...(order.note === '' ? [] : [[say('Note'), order.note]]),
  ] as const;
  for (const [name = '', value = ''] of facts) {
    const line = sheet.y;
    sheet.text(name, 0, 110, { grey: true });
    sheet.y = line;
    sheet.text(value, 114, sheet.width, name === deliverTo ? { size: 11 } : {});
  }
  sheet.y += 12;
  await sheet.table(
    [
      { head: say('SKU'), from: 0, to: 0.2 },
      { head: say('Tool'), from: 0.21, to: 0.6 },
      { head: say('Ordered'), from: 0.6, to: 0.73, align: 'right' },
      { head: say('Sent before'), from: 0.73, to: 0.86, align: 'right' },
      { head: say('To pack'), from: 0.86, to: 1, align: 'right' },
    ],
    order.lines.map((line) => [
      line.sku ?? '',
      [toolWords(line, say), binOf(bins[line.toolId], say)].filter(Boolean).join('\n'),
      inBoth(line, line.quantity, say),
      inBoth(line, line.shipped, say),
      inBoth(line, line.left, say),
    ]),
  );
}

function binOf(bin: string | undefined, say: Words): string {
  return bin === undefined ? '' : say('Bin {bin}', { bin });
}

/** A QR code for a scanner, up to the right edge. @param top where it begins @param right where it ends @param edge how wide it is */
export function codeAt(sheet: Sheet, text: string, top = sheet.y, right = sheet.width, edge = CODE): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = edge / size;
  const left = MARGIN + right - edge;
  for (const [row, cells] of data.entries())
    for (const [column, dark] of cells.entries())
      if (dark) sheet.pdf.rect(left + column * module, top + row * module, module + 0.1, module + 0.1);
  sheet.pdf.fill('black');
}
