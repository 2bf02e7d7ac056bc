import type { ReactNode } from 'react';
import type { Priced } from '#contract/buying/basket.ts';
import { ShortOfMinimum } from '#web/basket/short-of-minimum.tsx';

/** How much is missing, in money, where the shop takes no order so small; else null. */
export function tooSmallBy(priced: Priced | null): number | null {
  return priced?.belowMinimum?.surcharge === null ? priced.belowMinimum.missing : null;
}

/** What orders; where the shop would refuse so small an order, what is missing stands there instead. */
export function UnlessTooSmall({ priced, children }: { priced: Priced | null; children: ReactNode }) {
  if (tooSmallBy(priced) === null) return children;
  return <ShortOfMinimum priced={priced} className="alert alert-warning mt-4" />;
}
