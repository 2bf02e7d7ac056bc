import { lineCents } from '#contract/buying/line-cents.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import { unitPrice } from '#contract/buying/pricing.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

type ToolPrices = Pick<Tool, 'price' | 'priceBreaks' | 'priceUnit'>;

/** What `priceUnit` pieces cost in cents when so many are bought. */
function unitCents({ price, priceBreaks }: ToolPrices, quantity: number): number {
  const terms = {
    priceCents: moneyToCents(price) ?? Number.NaN,
    priceBreaks: priceBreaks.map((each) => ({ from: each.from, cents: moneyToCents(each.price) ?? Number.NaN })),
  };
  return unitPrice(terms, quantity);
}

/** What `priceUnit` pieces cost when so many are bought. */
export function unitPriceOf(tool: ToolPrices, quantity: number): number {
  return centsToMoney(unitCents(tool, quantity));
}

/** What so many pieces cost, before freight and tax; NaN for a quantity that is no whole number, as somebody types it. */
export function goodsPrice(tool: ToolPrices, quantity: number): number {
  const cents = unitCents(tool, quantity);
  if (!Number.isSafeInteger(quantity)) return Number.NaN;
  return Number.isNaN(cents) ? cents : centsToMoney(Number(lineCents(quantity, cents, tool.priceUnit)));
}
