import type { Priced } from '#contract/buying/basket.ts';
import { say } from '#web/saying/say.ts';
import { promiseInWords } from './promise.ts';

/** When it would come by the way that is chosen, if it were paid now. */
export function Promised({ priced, className = '' }: { priced: Priced | null; className?: string }) {
  const way = priced?.deliveries.find(({ id }) => id === priced.delivery);
  const words = way && promiseInWords(way);
  return <p className={`muted text-sm ${className}`}>{words && say('If paid now, it {words}.', { words })}</p>;
}
