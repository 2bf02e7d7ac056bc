import { piecesAndPacks } from '#contract/buying/unit-words.ts';
import type { OrderLine } from '#contract/buying/orders.ts';
import { LOCALES } from '#contract/languages.ts';
import type { PaperFormat } from '#contract/money/papers.ts';
import type { Seller } from '#server/buying/order-tables/invoices.sql.ts';
import { toolWords } from './paper-words.ts';
import type { Words } from '#server/engine/words/words.ts';
import type { Customs } from './customs.ts';
import { Sheet } from './sheet.ts';

/** What every paper to a buyer begins with. */
export interface HeadParts {
  /** How it is written. */
  say: Words;
  seller: Seller;
  /** PNG or JPEG. */
  logo: Uint8Array | null;
  format: PaperFormat;
  /** Of an invoice or a credit note: the same as CII, where it can be made. */
  facturX?: Uint8Array | undefined;
}

/** What is empty is left out. */
export type Fact = [name: string, value: string];

/** The first page of a paper, down to what it is about. */
export function head({ say, seller, logo, format, facturX }: HeadParts, title: string, at: Date, facts: Fact[]): Sheet {
  const { company } = seller;
  const said = [
    company.name,
    company.vatId === '' ? '' : say('VAT {number}', { number: company.vatId }),
    company.email,
    company.phone,
  ];
  const foot = [said.filter(Boolean).join(' · '), seller.papers?.footer ?? ''];
  const sheet = new Sheet({
    language: say.language,
    format,
    title,
    issuer: company.name,
    at,
    foot: foot.filter(Boolean).join('\n'),
    ...(facturX === undefined ? {} : { facturX }),
  });
  if (logo) {
    sheet.picture(logo, company.name, [160, 44]);
    sheet.y += 50;
  } else {
    sheet.text(company.name, 0, sheet.width, { size: 13, bold: true });
    sheet.y += 10;
  }
  sheet.text(title, 0, sheet.width, { size: 20, bold: true, as: 'H1' });
  sheet.y += 6;
  for (const [name, value] of facts.filter(([, said]) => said !== '')) {
    const top = sheet.y;
    sheet.text(name, 0, 120, { grey: true });
    const below = sheet.y;
    sheet.y = top;
    sheet.text(value, 124, sheet.width);
    sheet.y = Math.max(below, sheet.y);
  }
  sheet.y += 10;
  return sheet;
}

/** Blocks of text beside each other, each below its name. */
export function beside(sheet: Sheet, blocks: [name: string, text: string][]): void {
  const width = sheet.width / blocks.length;
  const top = sheet.y;
  let bottom = top;
  for (const [index, [name, text]] of blocks.entries()) {
    const from = (index * sheet.width) / blocks.length;
    sheet.y = top;
    sheet.text(name, from, from + width - 12, { grey: true });
    sheet.text(text, from, from + width - 12);
    bottom = Math.max(bottom, sheet.y);
  }
  sheet.y = bottom + 14;
}

/** What the owner says at the end of every paper. */
export function closing(sheet: Sheet, { papers }: Seller): void {
  if (!papers?.closing) return;
  sheet.y += 10;
  sheet.flow(papers.closing, 0, sheet.width);
}

type PricedLine = Pick<
  OrderLine,
  | 'toolId'
  | 'tool'
  | 'sku'
  | 'buyerNumber'
  | 'quantity'
  | 'unitName'
  | 'unitQuantity'
  | 'priceUnit'
  | 'unitPrice'
  | 'price'
>;

/** Every line with its price, as a table. @param customs by tool, where it leaves the country */
export async function pricedLines(
  sheet: Sheet,
  lines: PricedLine[],
  say: Words,
  customs?: ReadonlyMap<string, Customs>,
): Promise<void> {
  await sheet.table(
    [
      { head: '#', from: 0, to: 0.06 },
      { head: say('SKU'), from: 0.06, to: 0.22 },
      { head: say('Tool'), from: 0.23, to: 0.55 },
      { head: say('Quantity'), from: 0.56, to: 0.69, align: 'right' },
      { head: say('Unit price'), from: 0.69, to: 0.84, align: 'right' },
      { head: say('Net amount'), from: 0.84, to: 1, align: 'right' },
    ],
    lines.map(({ toolId, tool, sku, buyerNumber, unitPrice, priceUnit, price, ...line }, index) => [
      say.pieces(index + 1),
      sku ?? '',
      toolWords({ tool, buyerNumber }, say, customs?.get(toolId)),
      piecesAndPacks(line, LOCALES[say.language]),
      priceUnit === 1
        ? say.money(unitPrice)
        : say('{price} per {count, number}', { price: say.money(unitPrice), count: priceUnit }),
      say.money(price),
    ]),
  );
}

/** A line of the sums. */
export function sum(sheet: Sheet, name: string, value: string, bold = false): void {
  const style = { size: bold ? 10.5 : 9, bold };
  sheet.room(18);
  const top = sheet.y;
  sheet.text(value, sheet.width - 120, sheet.width, { ...style, align: 'right' });
  const below = sheet.y;
  sheet.y = top;
  sheet.flow(name, sheet.width * 0.4, sheet.width - 125, style);
  sheet.y = Math.max(below, sheet.y) + 2;
}
