import type { OrderTerms } from '#contract/buying/pricing.ts';

/** What carries an order and costs. */
export interface FixedDelivery {
  id: string;
  name: string;
  days: readonly [number, number];
  freightCents: number;
}

/** The delivery of an order whose freight depends on neither its weight nor what its goods come to; null where it may. */
export function fixedDelivery({ ways: [way] }: OrderTerms): FixedDelivery | null {
  const rate = way?.rates[0];
  if (!way || !rate || rate.upTo !== null || (way.freeFromCents !== null && rate.cents !== 0)) return null;
  return { id: way.id, name: way.name, days: way.days, freightCents: rate.cents };
}
