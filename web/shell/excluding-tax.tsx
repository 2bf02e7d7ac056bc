import { useShop } from './shop-front.ts';

/** Said beside prices where the shop adds tax to them. */
export function ExcludingTax() {
  return useShop().hasTax ? <span className="text-sm font-normal whitespace-nowrap">excl. VAT</span> : null;
}
