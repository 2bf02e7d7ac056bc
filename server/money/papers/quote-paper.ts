import { writtenDay } from '#contract/days.ts';
import { addMoney } from '#contract/money-sums.ts';
import type { Quote, QuoteVersion } from '#contract/buying/quotes.ts';
import { countryName } from '#contract/in-country.ts';
import { whyUntaxed } from '#contract/office/tax.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import { beside, closing, head, type HeadParts, pricedLines, sum } from './paper-parts.ts';
import { sellerLines, type Words } from './paper-words.ts';

/** What a paper of a quote is made from. */
export interface QuotePaperParts extends Omit<HeadParts, 'facturX'> {
  /** How money and days are written. */
  say: Words;
  quote: Quote;
  offer: QuoteVersion;
}

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
  beside(sheet, [
    ['From', sellerLines(seller)],
    ['For', filledLines(quote.company ?? '', quote.buyer.name, country)],
  ]);
  await pricedLines(sheet, offer.lines, say);
  sum(sheet, 'Goods', say.money(offer.goods));
  sum(sheet, 'Delivery', say.money(offer.freight));
  sum(sheet, 'Net', say.money(addMoney(offer.goods, offer.freight)));
  sum(sheet, offer.taxName ?? 'Tax', say.money(offer.tax));
  const untaxed = whyUntaxed(offer);
  if (untaxed !== null) sum(sheet, untaxed, '');
  sum(sheet, 'Total', say.money(offer.price), true);
  sheet.y += 10;
  if (offer.note !== '') sheet.flow(offer.note, 0, sheet.width);
  sheet.flow(`Accept it until ${writtenDay(offer.validUntil)}: ${link}`, 0, sheet.width);
  sheet.flow('What is in stock at that moment can be ordered; the tax is that of the order.', 0, sheet.width, {
    grey: true,
  });
  closing(sheet, seller);
  return sheet.finish();
}
