import { centsToMoney, moneyToCents } from '#contract/money.ts';
import { unitPrice } from '#contract/buying/pricing.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

type ToolPrices = Pick<Tool, 'price' | 'priceBreaks'>;

/** What a piece costs in cents when so many are bought. */
function unitCents({ price, priceBreaks }: ToolPrices, quantity: number): number {
  const terms = {
    priceCents: moneyToCents(price) ?? Number.NaN,
    priceBreaks: priceBreaks.map((each) => ({ from: each.from, cents: moneyToCents(each.price) ?? Number.NaN })),
  };
  return unitPrice(terms, quantity);
}

/** What a piece costs when so many are bought. */
export function pricePerPiece(tool: ToolPrices, quantity: number): number {
  return centsToMoney(unitCents(tool, quantity));
}

/** What so many pieces cost, before freight and tax; counted in cents. */
export function goodsPrice(tool: ToolPrices, quantity: number): number {
  return centsToMoney(unitCents(tool, quantity) * quantity);
}
