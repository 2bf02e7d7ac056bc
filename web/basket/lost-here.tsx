import { useEffect, useState } from 'react';
import { reachability } from '#web/api/reachability.ts';
import { type PurchasePlace, useLostOrder } from '#web/queries/buying/sent-orders.ts';
import type * as lostOrder from './lost-order.tsx';

/**
 * What became of an order from here whose answer was lost. Its script comes where there is one: without a network once
 * that is back, before which nothing can be looked for.
 */
export function LostHere({ bought }: { bought: PurchasePlace }) {
  const isLost = useLostOrder(bought) !== null;
  const [part, setPart] = useState<typeof lostOrder | null>(null);
  useEffect(() => {
    if (!isLost) return;
    const load = () => void import('./lost-order.tsx').then(setPart).catch(() => {});
    load();
    return reachability.subscribe(() => reachability.now() && load());
  }, [isLost]);
  return part && <part.LostOrder bought={bought} />;
}
