import { DEFAULT_ZONE, type Day, dayOf, writtenDayOf } from '#contract/days.ts';
import { currencySign, DEFAULT_CURRENCY, formatMoney } from '#contract/money.ts';
import type { ShopFront } from '#contract/office/settings.ts';
import { LOCALE } from '#web/saying/say.ts';

const PIECES = new Intl.NumberFormat(LOCALE);

/** One process and one document are of one shop, whose money and days stand on every page. */
let shop: Pick<ShopFront, 'currency' | 'timeZone'> = { currency: DEFAULT_CURRENCY, timeZone: DEFAULT_ZONE };

/** Writes money and days from now on as the shop does; the document's frame says it before anything in it is written. */
export function writeAs({ currency, timeZone }: Pick<ShopFront, 'currency' | 'timeZone'>): void {
  shop = { currency, timeZone };
}

/** Money in the shop's currency as people read it: $1,234.50, €1,234.50; a dash for staff who are not to see any, who get null. */
export function money(amount: number | null): string {
  return amount === null ? '–' : formatMoney(amount, shop.currency, LOCALE);
}

/** What stands for the shop's currency in the name of a field: $, €, CHF. */
export function moneySign(): string {
  return currencySign(shop.currency);
}

/** The day on which a moment falls, by the shop's time zone, as people read it: 21 Nov 2026. @param iso ISO 8601 */
export function day(iso: string): string {
  return writtenDayOf(iso, shop.timeZone);
}

/** The same as sheets have it: 2026-11-21. @param iso ISO 8601 */
export function sheetDay(iso: string): Day {
  return dayOf(new Date(iso), shop.timeZone);
}

/** The code of the shop's currency: USD, EUR. */
export function currencyCode(): string {
  return shop.currency;
}

/** The shop's day now. */
export function today(): Day {
  return dayOf(new Date(), shop.timeZone);
}

/** How many of something there are: 1 tool, 1,200 tools. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${pieces(count)} ${count === 1 ? one : many}`;
}

/** A number of pieces as people read it: 12,000. */
export function pieces(count: number): string {
  return PIECES.format(count);
}
