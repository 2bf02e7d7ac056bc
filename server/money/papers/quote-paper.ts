import { addMoney } from '#contract/money-sums.ts';
import type { Quote, QuoteVersion } from '#contract/buying/quotes.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import { beside, closing, head, type HeadParts, pricedLines, sum } from './paper-parts.ts';
import { sellerLines } from './paper-words.ts';
import { untaxedIn } from '#server/office/tax/untaxed.ts';

/** What a paper of a quote is made from. */
export interface QuotePaperParts extends Omit<HeadParts, 'facturX'> {
  quote: Quote;
  offer: QuoteVersion;
}

/** An offer: what the shop would take for what, and until when. @param link where it can be accepted */
export async function quotePdf(parts: QuotePaperParts, link: string): Promise<Uint8Array<ArrayBuffer>> {
  const { quote, offer, say, seller } = parts;
  const sheet = head(parts, say('Offer {number}', { number: quote.number }), new Date(offer.at), [
    [say('Offer number'), quote.number],
    [say('Version'), String(offer.version)],
    [say('Date'), say.day(offer.at)],
    [say('Valid until'), say.written(offer.validUntil)],
  ]);
  const country = quote.country === undefined ? '' : say.country(quote.country);
  beside(sheet, [
    [say('From'), sellerLines(seller, say)],
    [say('For'), filledLines(quote.company ?? '', quote.buyer.name, country)],
  ]);
  await pricedLines(sheet, offer.lines, say);
  sum(sheet, say('Goods'), say.money(offer.goods));
  sum(sheet, say('Delivery'), say.money(offer.freight));
  sum(sheet, say('Net'), say.money(addMoney(offer.goods, offer.freight)));
  sum(sheet, offer.taxName ?? say('Tax'), say.money(offer.tax));
  const untaxed = untaxedIn(offer, say);
  if (untaxed !== null) sum(sheet, untaxed, '');
  sum(sheet, say('Total'), say.money(offer.price), true);
  sheet.y += 10;
  if (offer.note !== '') sheet.flow(offer.note, 0, sheet.width);
  sheet.flow(say('Accept it until {day}: {link}', { day: say.written(offer.validUntil), link }), 0, sheet.width);
  sheet.flow(say('What is in stock at that moment can be ordered; the tax is that of the order.'), 0, sheet.width, {
    grey: true,
  });
  closing(sheet, seller);
  return sheet.finish();
}
