/**
 * What quantities cost: one set of rules for the server, the pages and the order pad (contract, Selling in bulk); which
 * can be ordered: quantities.ts. Pure; money is whole cents, quantities pieces, weights grams. Orders are
 * priced by them, too (server/buying/orders/price-order.ts).
 */
import type { Language } from '../languages.ts';
import { type TaxCategory, type TaxTerms, taxOf } from '../office/tax.ts';
import type { ShopDays } from '../working-days.ts';
import { lineCents } from './line-cents.ts';
import type { QuantityTerms } from './orderable-range.ts';

/** From so many pieces on, `priceUnit` of them cost so many cents. */
export interface PriceBreak {
  from: number;
  cents: number;
}

/** What of a tool decides what a quantity of it costs and whether it can be ordered. */
export interface ToolTerms extends QuantityTerms {
  /** Of `priceUnit` pieces. */
  priceCents: number;
  priceUnit: number;
  /** `from` rising, `cents` falling. */
  priceBreaks: readonly PriceBreak[];
  weightGrams: number;
}

/** The price of `priceUnit` pieces when so many are bought: that of the last break reached, else the tool's own. */
export function unitPrice(
  { priceCents, priceBreaks }: Pick<ToolTerms, 'priceCents' | 'priceBreaks'>,
  quantity: number,
): number {
  return priceBreaks.findLast(({ from }) => from <= quantity)?.cents ?? priceCents;
}

/** What a price list says of a tool: prices of its own, or so much off the tool's. */
interface ListTerms {
  /** With at most two decimals. */
  percentOff: number;
  /** The tool's item in the list; null where it has none. */
  item: Pick<ToolTerms, 'priceCents' | 'priceBreaks'> | null;
}

/** A tool's prices by a list: its item takes the place of the price and of all breaks, else each price falls by the same part. */
export function listPrices(
  { priceCents, priceBreaks }: Pick<ToolTerms, 'priceCents' | 'priceBreaks'>,
  { percentOff, item }: ListTerms,
): Pick<ToolTerms, 'priceCents' | 'priceBreaks'> {
  if (item) return item;
  const kept = 10_000 - Math.round(percentOff * 100);
  // Half a cent is one more.
  const lowered = (cents: number) => Math.floor((cents * kept + 5_000) / 10_000);
  return {
    priceCents: lowered(priceCents),
    priceBreaks: priceBreaks.map(({ from, cents }) => ({ from, cents: lowered(cents) })),
  };
}

/** The first break that the quantity does not reach yet, with what that many would cost; null where there is none. */
export function nextBreak(
  { priceBreaks, priceUnit }: Pick<ToolTerms, 'priceBreaks' | 'priceUnit'>,
  quantity: number,
): { from: number; unitPrice: number; price: bigint } | null {
  const next = priceBreaks.find(({ from }) => from > quantity);
  return next ? { from: next.from, unitPrice: next.cents, price: lineCents(next.from, next.cents, priceUnit) } : null;
}

/** A way of delivery: the first rate whose `upTo` the weight does not exceed is its price, 0 from `freeFromCents` of goods on. */
export interface DeliveryTerms {
  id: string;
  name: string;
  /** ISO 3166-1 alpha-2 codes, or `*` for everywhere. */
  countries: readonly string[];
  days: readonly [from: number, to: number];
  rates: readonly { upTo: number | null; cents: number }[];
  freeFromCents: number | null;
  /** Who pays customs duties where it goes abroad. */
  duties?: string | undefined;
}

/** What an order's goods must come to: below it the surcharge is charged; where there is none, it is refused. */
export interface MinimumOrder {
  goodsCents: number;
  surchargeCents: number | null;
}

/** All that an order's sums depend on beside its tools. */
export interface ShopTerms extends ShopDays {
  /** The company's own. */
  country: string;
  delivery: readonly DeliveryTerms[];
  tax: readonly TaxTerms[];
  /** Where nothing is said, an order may be as small as its tools allow. */
  minimumOrder?: MinimumOrder | null;
  /** Whether a buyer's VAT number counts by its form, as where nothing is said, or once the register said that it stands. */
  vatNumbers?: 'form' | 'proved';
  /** What it is said in, as ISO 4217 has it. */
  currency: string;
  /** In which it writes to people, its own first. */
  languages: readonly Language[];
}

/** What a way costs for a weight and a sum of goods, in cents; null where it does not go there or does not carry that much. */
export function freightOf(
  way: DeliveryTerms,
  country: string,
  { weight, goods }: { weight: bigint; goods: bigint },
): number | null {
  return goesTo(way, country) ? priceOf(way, { weight, goods }) : null;
}

function goesTo({ countries }: DeliveryTerms, country: string): boolean {
  return countries.includes('*') || countries.includes(country);
}

function priceOf(way: DeliveryTerms, { weight, goods }: { weight: bigint; goods: bigint }): number | null {
  const rate = way.rates.find(({ upTo }) => upTo === null || weight <= BigInt(upTo));
  if (!rate) return null;
  return way.freeFromCents !== null && goods >= BigInt(way.freeFromCents) ? 0 : rate.cents;
}

/** Percentages have at most so many decimals: 8.875 % is one. */
export const PERCENT_DECIMALS = 4;

/** The tax on a sum in cents, rounded half up to the cent. */
export function taxOn(sum: bigint, percent: number): bigint {
  const scale = 10 ** PERCENT_DECIMALS;
  const hundredPercent = BigInt(100 * scale);
  return (sum * BigInt(Math.round(percent * scale)) + hundredPercent / 2n) / hundredPercent;
}

/** What a buyer asks for: some of each tool, somewhere. */
export interface Wish {
  /** The company's own where it is not given. */
  country?: string | undefined;
  /** The id of a way; the first that goes there where it is not given. */
  delivery?: string | undefined;
  /** The country of a VAT number that counts (server/office/vat-register/vat-proofs.ts). */
  vatCountry?: string | null | undefined;
}

/** On what terms a wish is met; what an order says of them stays with it, whatever is set later. */
export interface OrderTerms {
  /** Where it goes: ISO 3166-1 alpha-2. */
  country: string;
  /** All that go there. */
  offered: readonly DeliveryTerms[];
  /** Of them the one that was asked for, or all. The first that carries the weight is taken; none: nothing goes there. */
  ways: readonly DeliveryTerms[];
  minimum: MinimumOrder | null;
  /** Of goods, freight and surcharge; 0 where there is no tax. */
  taxPercent: number;
  taxName: string | null;
  taxCategory: TaxCategory;
  /** Why there is no tax, as the papers say it. */
  taxNote: string | null;
}

/** What the shop's settings mean for one wish. */
export function termsFor(shop: ShopTerms, wish: Wish): OrderTerms {
  const country = wish.country ?? shop.country;
  const offered = shop.delivery.filter((way) => goesTo(way, country));
  const tax = taxOf(shop, country, wish.vatCountry ?? null);
  return {
    country,
    offered,
    ways: wish.delivery === undefined ? offered : offered.filter(({ id }) => id === wish.delivery),
    minimum: shop.minimumOrder ?? null,
    taxPercent: tax.percent,
    taxName: tax.name,
    taxCategory: tax.category,
    taxNote: tax.reason,
  };
}

/** The sums of what can be ordered. Exact whatever the size. */
interface Sums {
  goods: bigint;
  /** Grams. */
  weight: bigint;
  /** The ways that go there, with what they cost. */
  deliveries: { way: DeliveryTerms; cents: number }[];
  /** The one chosen; null where none goes there, or not the one that was asked for. Freight, tax and total are null then, too. */
  delivery: DeliveryTerms | null;
  freight: bigint | null;
  /** For goods below the minimum. */
  surcharge: bigint | null;
  /** The minimum, where the goods do not reach it. */
  belowMinimum: MinimumOrder | null;
  tax: bigint | null;
  taxNote: string | null;
  taxCategory: TaxCategory;
  total: bigint | null;
}

/**
 * Adds up lines and finds freight, surcharge and tax.
 * @param lines those without a problem, each with the price of `priceUnit` pieces in cents
 */
export function sumUp(
  lines: readonly { quantity: number; unitCents: number; priceUnit: number; weightGrams: number }[],
  { offered, ways, minimum, taxPercent, taxNote, taxCategory }: OrderTerms,
): Sums {
  let goods = 0n;
  let weight = 0n;
  for (const { quantity, unitCents, priceUnit, weightGrams } of lines) {
    goods += lineCents(quantity, unitCents, priceUnit);
    weight += BigInt(quantity) * BigInt(weightGrams);
  }
  const deliveries = offered.flatMap((way) => {
    const cents = priceOf(way, { weight, goods });
    // Nothing to carry costs nothing.
    return cents === null ? [] : [{ way, cents: lines.length === 0 ? 0 : cents }];
  });
  // Nor is nothing too little.
  const belowMinimum = minimum !== null && lines.length > 0 && goods < BigInt(minimum.goodsCents) ? minimum : null;
  const chosen = deliveries.find(({ way }) => ways.includes(way));
  if (!chosen) {
    const nowhere = { delivery: null, freight: null, surcharge: null, tax: null, total: null };
    return { goods, weight, deliveries, belowMinimum, taxNote, taxCategory, ...nowhere };
  }
  const freight = BigInt(chosen.cents);
  const surcharge = BigInt(belowMinimum?.surchargeCents ?? 0);
  const net = goods + freight + surcharge;
  const tax = taxOn(net, taxPercent);
  return {
    goods,
    weight,
    deliveries,
    delivery: chosen.way,
    freight,
    surcharge,
    belowMinimum,
    tax,
    taxNote,
    taxCategory,
    total: net + tax,
  };
}
