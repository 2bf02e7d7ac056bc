import { filledLines } from '#contract/people/address-lines.ts';
import { encode } from 'uqr';
import type { Order } from '#contract/buying/orders.ts';
import { writtenDayOf } from '#contract/days.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import type { Settings } from '#contract/office/settings.ts';
import { inCountry } from '#contract/in-country.ts';
import { inBoth, toolWords } from './paper-words.ts';
import { MARGIN, Sheet } from './sheet.ts';

const CODE = 72;

/**
 * What goes into the parcels of some orders, a slip each, in one document: what is left to pack, without prices, and the
 * order's number as a QR code for a scanner.
 * @param bins where tools lie, by their ids
 */
export async function packingSlipsPdf(
  orders: Order[],
  { company, timeZone }: Pick<Settings, 'company' | 'timeZone'>,
  format: PaperFormat,
  bins: Readonly<Record<string, string>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const titleOf = ({ number }: Order) => `Packing slip ${number}`;
  const [first] = orders;
  const sheet = new Sheet({
    format,
    title: first && orders.length === 1 ? titleOf(first) : `${orders.length} packing slips`,
    issuer: company.name,
    at: new Date(first?.createdAt ?? 0),
    foot: [company.name, company.phone, company.email].filter(Boolean).join(' · '),
  });
  for (const [index, order] of orders.entries()) {
    sheet.begin(titleOf(order), index === 0);
    await slip(sheet, order, { seller: company.name, title: titleOf(order), timeZone, bins });
  }
  return sheet.finish();
}

async function slip(
  sheet: Sheet,
  order: Order,
  {
    seller,
    title,
    timeZone,
    bins,
  }: { seller: string; title: string; timeZone: string; bins: Readonly<Record<string, string>> },
): Promise<void> {
  code(sheet, order.number);
  const right = sheet.width - CODE - 10;
  const top = sheet.y;
  sheet.text(seller, 0, right, { size: 13, bold: true });
  sheet.y += 6;
  sheet.text(title, 0, right, { size: 20, bold: true, as: 'H1' });
  sheet.y = Math.max(sheet.y, top + CODE) + 8;
  const facts = [
    ['Ordered', writtenDayOf(order.createdAt, timeZone)],
    ...(order.purchaseOrder === '' ? [] : [['Your order number', order.purchaseOrder]]),
    ...(order.costCentre === null ? [] : [['Cost centre', order.costCentre]]),
    ['Delivery', order.deliveryName],
    ['Deliver to', filledLines(order.name, order.company, inCountry(order.address, order.country), order.phone)],
    ...(order.note === '' ? [] : [['Note', order.note]]),
  ] as const;
  for (const [name = '', value = ''] of facts) {
    const line = sheet.y;
    sheet.text(name, 0, 110, { grey: true });
    sheet.y = line;
    sheet.text(value, 114, sheet.width, name === 'Deliver to' ? { size: 11 } : {});
  }
  sheet.y += 12;
  await sheet.table(
    [
      { head: 'SKU', from: 0, to: 0.2 },
      { head: 'Tool', from: 0.21, to: 0.6 },
      { head: 'Ordered', from: 0.6, to: 0.73, align: 'right' },
      { head: 'Sent before', from: 0.73, to: 0.86, align: 'right' },
      { head: 'To pack', from: 0.86, to: 1, align: 'right' },
    ],
    order.lines.map((line) => [
      line.sku ?? '',
      bins[line.toolId] === undefined ? toolWords(line) : `${toolWords(line)}\nBin ${bins[line.toolId]}`,
      inBoth(line, line.quantity),
      inBoth(line, line.shipped),
      inBoth(line, line.left),
    ]),
  );
}

function code(sheet: Sheet, text: string): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = CODE / size;
  const left = MARGIN + sheet.width - CODE;
  for (const [row, cells] of data.entries())
    for (const [column, dark] of cells.entries())
      if (dark) sheet.pdf.rect(left + column * module, sheet.y + row * module, module + 0.1, module + 0.1);
  sheet.pdf.fill('black');
}
