import type { Priced } from '#contract/buying/basket.ts';
import { useWhom } from '#web/session/whom.ts';
import { money } from '#web/shell/format.ts';
import { useShop } from '#web/shell/shop-front.ts';

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
  const freight = isKnown && priced?.freight === 0 ? 'Free' : of(priced?.freight);
  return (
    <>
      <dl
        className={`purchase-sums mt-3 grid grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:text-right ${className}`}
      >
        <dt>Goods</dt>
        <dd>{of(goods)}</dd>
        <dt>Delivery</dt>
        {/* What comes takes the place of the dash, which would be seen to move to the left as another word. */}
        <dd key={freight}>{freight}</dd>
        {hasTax && (
          <>
            <dt>Tax</dt>
            <dd key={of(priced?.tax)}>{of(priced?.tax)}</dd>
          </>
        )}
      </dl>
      {priced?.taxNote && <p className="purchase-sums muted text-sm">{priced.taxNote}</p>}
      <div
        className={`purchase-total border-base-content mt-2 border-t-2 pt-2 font-semibold tabular-nums ${className}`}
      >
        <span>
          Total
          {whom && <span className="muted text-xs font-normal"> for {whom}</span>}
        </span>
        <output aria-label="Total" className="font-display text-3xl">
          {of(total)}
        </output>
        {/* Its line is there before it says anything. */}
        <span className="purchase-included muted min-h-4 text-xs font-normal">
          {isKnown && priced && priced.freight !== null && <span>{`delivery ${freight.toLowerCase()}`}</span>}
          {isKnown && priced && hasTax && <span>{`, tax ${of(priced.tax)}`}</span>}
        </span>
      </div>
    </>
  );
}
