import type { Priced } from '#contract/buying/basket.ts';
import { ShortOfMinimum } from '#web/basket/short-of-minimum.tsx';
import { SurchargeRow } from '#web/basket/surcharge-row.tsx';
import { useWhom } from '#web/session/whom.ts';
import { money } from '#web/shell/format.ts';
import { useShop } from '#web/shell/shop-front.ts';
import { say } from '#web/saying/say.ts';

interface Props {
  /** Money: goods, as this page counts them; null where the quantity cannot be ordered. */
  goods: number | null;
  /** Money: what is paid. */
  total: number;
  /** What the shop said of this quantity; null until it has. */
  priced: Priced | null;
  /** Of the elements that show prices (use-company-tool.ts). */
  className: string;
}

/** What the quantity comes to: goods, delivery, tax and total, as in the basket. On telephones the total, and what is in it. */
export function PurchaseSums({ goods, total, priced, className }: Props) {
  const { hasTax } = useShop();
  const whom = useWhom();
  const isKnown = goods !== null;
  const of = (sum: number | null | undefined) => (isKnown && typeof sum === 'number' ? money(sum) : '–');
  const freight = isKnown && priced?.freight === 0 ? say('Free') : of(priced?.freight);
  const known = isKnown ? priced : null;
  return (
    <>
      <dl
        className={`purchase-sums mt-3 grid grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:text-right ${className}`}
      >
        <dt>{say('Goods')}</dt>
        <dd>{of(goods)}</dd>
        <dt>{say('Delivery')}</dt>
        {/* What comes takes the place of the dash, which would be seen to move to the left as another word. */}
        <dd key={freight}>{freight}</dd>
        <SurchargeRow of={known} />
        {hasTax && (
          <>
            <dt>{say('Tax')}</dt>
            <dd key={of(priced?.tax)}>{of(priced?.tax)}</dd>
          </>
        )}
      </dl>
      <ShortOfMinimum priced={known} className="text-sm" />
      {priced?.taxNote && <p className="purchase-sums muted text-sm">{priced.taxNote}</p>}
      <div
        className={`purchase-total border-base-content mt-2 border-t-2 pt-2 font-semibold tabular-nums ${className}`}
      >
        <span>
          {say('Total')}
          {whom && <span className="muted text-xs font-normal">{say(' for {whom}', { whom })}</span>}
        </span>
        <output aria-label={say('Total')} className="font-display text-3xl">
          {of(total)}
        </output>
        {/* Its line is there before it says anything. */}
        <span className="purchase-included muted min-h-4 text-xs font-normal">
          {known && <span>{included(known, hasTax)}</span>}
        </span>
      </div>
    </>
  );
}

/** "delivery free, surcharge €12.00, tax €4.13": of what is known. */
function included({ freight, surcharge, tax }: Priced, hasTax: boolean): string {
  const parts = [
    ...(freight === null ? [] : [say('delivery {price}', { price: freight === 0 ? say('free') : money(freight) })]),
    ...(surcharge ? [say('surcharge {price}', { price: money(surcharge) })] : []),
    ...(hasTax ? [say('tax {price}', { price: tax === null ? '–' : money(tax) })] : []),
  ];
  return parts.join(', ');
}
