import { lineCents } from '#contract/buying/line-cents.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';

/**
 * What pieces cost until the shop has said it; 0 for a quantity that is no whole number, as somebody types it.
 * @param unitPrice of `priceUnit` pieces, which are 1 where nobody has said it
 */
export function linePrice(quantity: number, unitPrice: number, priceUnit: number | null | undefined): number {
  if (!Number.isSafeInteger(quantity)) return 0;
  return centsToMoney(Number(lineCents(quantity, moneyToCents(unitPrice) ?? 0, priceUnit ?? 1)));
}
