import { writtenDay } from '#contract/days.ts';
import { addMoney } from '#contract/money-sums.ts';
import type { Quote, QuoteVersion } from '#contract/buying/quotes.ts';
import { countryName } from '#contract/in-country.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import { head, type PaperParts, sum } from './order-paper.ts';
import { pieces, sellerLines } from './paper-words.ts';

/** What a paper of a quote is made from. */
export type QuotePaperParts = Pick<PaperParts, 'say' | 'seller' | 'logo' | 'format'> & {
  quote: Quote;
  offer: QuoteVersion;
};

/** An offer: what the shop would take for what, and until when. @param link where it can be accepted */
export async function quotePdf(parts: QuotePaperParts, link: string): Promise<Uint8Array<ArrayBuffer>> {
  const { quote, offer, say, seller } = parts;
  const sheet = head(parts, `Offer ${quote.number}`, new Date(offer.at), [
    ['Offer number', quote.number],
    ['Version', String(offer.version)],
    ['Date', say.day(offer.at)],
    ['Valid until', writtenDay(offer.validUntil)],
  ]);
  const country = quote.country === undefined ? '' : countryName(quote.country);
  const blocks = [
    ['From', sellerLines(seller)],
    ['For', filledLines(quote.company ?? '', quote.buyer.name, country)],
  ] as const;
  const top = sheet.y;
  let bottom = top;
  for (const [index, [name, text]] of blocks.entries()) {
    const from = (index * sheet.width) / 2;
    sheet.y = top;
    sheet.text(name, from, from + sheet.width / 2 - 12, { grey: true });
    sheet.text(text, from, from + sheet.width / 2 - 12);
    bottom = Math.max(bottom, sheet.y);
  }
  sheet.y = bottom + 14;
  await sheet.table(
    [
      { head: '#', from: 0, to: 0.06 },
      { head: 'SKU', from: 0.06, to: 0.22 },
      { head: 'Tool', from: 0.23, to: 0.55 },
      { head: 'Quantity', from: 0.56, to: 0.69, align: 'right' },
      { head: 'Unit price', from: 0.69, to: 0.84, align: 'right' },
      { head: 'Net amount', from: 0.84, to: 1, align: 'right' },
    ],
    offer.lines.map(({ tool, sku, buyerNumber, quantity, unitPrice, price }, index) => [
      pieces(index + 1),
      sku ?? '',
      buyerNumber === null ? tool : `${tool}\nYour number ${buyerNumber}`,
      pieces(quantity),
      say.money(unitPrice),
      say.money(price),
    ]),
  );
  sum(sheet, 'Goods', say.money(offer.goods));
  sum(sheet, 'Delivery', say.money(offer.freight));
  sum(sheet, 'Net', say.money(addMoney(offer.goods, offer.freight)));
  sum(sheet, offer.taxName ?? 'Tax', say.money(offer.tax));
  if (offer.taxNote !== null) sum(sheet, offer.taxNote, '');
  sum(sheet, 'Total', say.money(offer.price), true);
  sheet.y += 10;
  if (offer.note !== '') sheet.flow(offer.note, 0, sheet.width);
  sheet.flow(`Accept it until ${writtenDay(offer.validUntil)}: ${link}`, 0, sheet.width);
  sheet.flow('What is in stock at that moment can be ordered; the tax is that of the order.', 0, sheet.width, {
    grey: true,
  });
  return sheet.finish();
}
