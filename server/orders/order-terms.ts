import {
  type DeliveryTerms,
  isReverseCharge,
  REVERSE_CHARGE_NOTE,
  type ShopTerms,
  type Wish,
} from '#contract/pricing.ts';

/** On what terms an order is placed; what it says of them stays with the order, whatever is set later. */
export interface OrderTerms {
  /** Where it goes: ISO 3166-1 alpha-2. */
  country: string;
  /** The first of these that carries the weight is taken; none: nothing goes there. */
  ways: readonly DeliveryTerms[];
  /** Of goods and freight; 0 where there is no tax. */
  taxPercent: number;
  taxName: string | null;
  /** Why there is no tax, as the papers say it. */
  taxNote: string | null;
}

/** What the shop's settings mean for one order. */
export function termsFor(shop: ShopTerms, wish: Wish): OrderTerms {
  const country = wish.country ?? shop.country;
  const reverse = isReverseCharge(shop.country, country, wish.vatCountry ?? null);
  const rate = reverse ? undefined : shop.tax.find((tax) => tax.country === country);
  return {
    country,
    ways: shop.delivery.filter(
      ({ id, countries }) =>
        (countries.includes('*') || countries.includes(country)) &&
        (wish.delivery === undefined || wish.delivery === id),
    ),
    taxPercent: rate?.percent ?? 0,
    taxName: rate?.name ?? null,
    taxNote: reverse ? REVERSE_CHARGE_NOTE : null,
  };
}

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
