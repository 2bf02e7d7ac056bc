import type { PricedLine } from '#contract/buying/basket.ts';
import { keptRecord } from '#web/session/kept-record.ts';

/** Prices as the buyer last saw them, by tool and quantity: a break reached is no change of price. */
const KEY = 'tradebench.prices-seen';

interface SeenPrice {
  quantity: number;
  unitPrice: number;
  /** 1 where it is not kept. */
  priceUnit?: number | null;
  tool?: string | null;
  /** For whom it was, as `useWhom` says it. */
  whom?: string | null;
}

export type PricesSeen = Record<string, SeenPrice>;

/** The prices that were seen at the last visit; anything else stored there is ignored. */
export function pricesSeen(): PricesSeen {
  return keptRecord(window.localStorage.getItem(KEY)) as PricesSeen;
}

/** Keeps what the lines cost now, and for whom, for the next visit. */
export function keepPrices(lines: readonly PricedLine[], whom: string | null): void {
  // A tool that was taken off sale keeps the name that it had here.
  const before = pricesSeen();
  const seen: PricesSeen = {};
  for (const { toolId, tool, quantity, unitPrice, priceUnit } of lines) {
    if (unitPrice !== null) seen[toolId] = { quantity, unitPrice, priceUnit, tool, whom };
    else if (before[toolId]) seen[toolId] = before[toolId];
  }
  window.localStorage.setItem(KEY, JSON.stringify(seen));
}

/** The price that a line had, and for whom, where it had another for the same quantity. */
export function formerPrice(
  seen: PricesSeen,
  { toolId, quantity, unitPrice, priceUnit }: PricedLine,
): SeenPrice | null {
  const before = seen[toolId];
  if (!before || typeof before.unitPrice !== 'number' || before.quantity !== quantity) return null;
  if ((before.priceUnit ?? 1) !== (priceUnit ?? 1)) return null;
  return before.unitPrice === unitPrice ? null : before;
}

/** The name that a line's tool had when it was last for sale. */
export function formerName(seen: PricesSeen, toolId: string): string | null {
  const name = seen[toolId]?.tool;
  return typeof name === 'string' ? name : null;
}
