import { lazy, Suspense, useState } from 'react';
import { type Bought, useLostOrder } from '#web/queries/buying/sent-orders.ts';

const LostOrder = lazy(async () => ({ default: (await import('./lost-order.tsx')).LostOrder }));

/** What became of an order from here whose answer was lost; its script is fetched where there is one. */
export function LostHere({ bought }: { bought: Bought }) {
  const isLost = useLostOrder(bought) !== null;
  const [wasLost, setWasLost] = useState(false);
  if (isLost && !wasLost) setWasLost(true);
  return wasLost ? (
    <Suspense>
      <LostOrder bought={bought} />
    </Suspense>
  ) : null;
}
