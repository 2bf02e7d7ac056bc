import type { Priced } from '#contract/buying/basket.ts';
import { shortOfMinimum } from '#contract/buying/small-orders.ts';
import { money } from '#web/shell/format.ts';

interface Props {
  priced: Priced | null;
  className: string;
}

/** What is short of the shop's minimum, and what that costs; nothing where the goods reach it. */
export function ShortOfMinimum({ priced, className }: Props) {
  if (!priced?.belowMinimum) return null;
  return <p className={className}>{shortOfMinimum(priced.belowMinimum, money)}</p>;
}
