import { say } from '#web/saying/say.ts';
import { useShop } from './shop-front.ts';

/** Said after prices where the shop adds tax to them, with the blank before it. */
export function ExcludingTax() {
  if (!useShop().hasTax) return null;
  return (
    <>
      {' '}
      <span className="text-sm font-normal whitespace-nowrap">{say('excl. VAT')}</span>
    </>
  );
}
