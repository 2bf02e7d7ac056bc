import { lazy, Suspense, useEffect, useState } from 'react';
import { type Bought, useLostOrder } from '#web/queries/buying/sent-orders.ts';

const load = () => import('./lost-order.tsx');
const LostOrder = lazy(async () => ({ default: (await load()).LostOrder }));

/** What became of an order from here whose answer was lost. Its script comes beforehand: there may be no network by then. */
export function LostHere({ bought }: { bought: Bought }) {
  const isLost = useLostOrder(bought) !== null;
  const [wasLost, setWasLost] = useState(false);
  if (isLost && !wasLost) setWasLost(true);
  useEffect(() => void load().catch(() => {}), []);
  return wasLost ? (
    <Suspense>
      <LostOrder bought={bought} />
    </Suspense>
  ) : null;
}
