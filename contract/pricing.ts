/**
 * What quantities cost and which can be ordered: one set of rules for the server, the pages and the order pad
 * (contract, Selling in bulk). Pure; money is whole cents, quantities pieces, weights grams. `unit_price_cents` in the
 * database is the twin of `unitPrice`.
 */

/** From so many pieces on, each costs so many cents. */
export interface PriceBreak {
  from: number;
  cents: number;
}

/** What of a tool decides what a quantity of it costs and whether it can be ordered. */
export interface ToolTerms {
  priceCents: number;
  /** `from` rising, `cents` falling. */
  priceBreaks: readonly PriceBreak[];
  quantityStep: number;
  minOrderQuantity: number;
  availableQuantity: number;
  weightGrams: number;
}

/** The price of a piece when so many are bought: that of the last break reached, else the tool's own. */
export function unitPrice(
  { priceCents, priceBreaks }: Pick<ToolTerms, 'priceCents' | 'priceBreaks'>,
  quantity: number,
): number {
  return priceBreaks.findLast(({ from }) => from <= quantity)?.cents ?? priceCents;
}

/** The first break that the quantity does not reach yet, with what that many would cost; null where there is none. */
export function nextBreak(
  { priceBreaks }: Pick<ToolTerms, 'priceBreaks'>,
  quantity: number,
): { from: number; unitPrice: number; price: bigint } | null {
  const next = priceBreaks.find(({ from }) => from > quantity);
  return next ? { from: next.from, unitPrice: next.cents, price: BigInt(next.from) * BigInt(next.cents) } : null;
}

/** The least and the most that can be ordered now; null where nothing can. */
export function orderableRange(
  terms: Pick<ToolTerms, 'quantityStep' | 'minOrderQuantity' | 'availableQuantity'>,
): { least: number; most: number } | null {
  const step = terms.quantityStep;
  const least = Math.ceil(terms.minOrderQuantity / step) * step;
  const most = Math.floor(terms.availableQuantity / step) * step;
  return most >= least ? { least, most } : null;
}

/** The orderable quantities around one, itself where it can be ordered; null where there is none on that side. */
export function around(
  terms: Pick<ToolTerms, 'quantityStep' | 'minOrderQuantity' | 'availableQuantity'>,
  quantity: number,
): { below: number | null; above: number | null } {
  const range = orderableRange(terms);
  if (!range) return { below: null, above: null };
  const step = terms.quantityStep;
  const below = quantity < range.least ? null : Math.min(Math.floor(quantity / step) * step, range.most);
  const above = quantity > range.most ? null : Math.max(Math.ceil(quantity / step) * step, range.least);
  return { below, above };
}

/** The orderable quantity nearest to one; of two that are equally near the larger, since a buyer needs that many at least. */
export function suggest(
  terms: Pick<ToolTerms, 'quantityStep' | 'minOrderQuantity' | 'availableQuantity'>,
  quantity: number,
): number | null {
  const { below, above } = around(terms, quantity);
  if (below === null || above === null) return below ?? above;
  return quantity - below < above - quantity ? below : above;
}

export const LINE_PROBLEMS = ['TOOL_NOT_FOUND', 'BELOW_MINIMUM', 'NOT_A_MULTIPLE', 'OUT_OF_STOCK'] as const;
export type LineProblem = (typeof LINE_PROBLEMS)[number];

/**
 * What keeps a quantity from being ordered, the first in the contract's order; null where nothing does.
 * @param terms null for a tool that is unknown, removed or not on sale
 */
export function lineProblem(
  terms: Pick<ToolTerms, 'quantityStep' | 'minOrderQuantity' | 'availableQuantity'> | null,
  quantity: number,
): LineProblem | null {
  if (!terms) return 'TOOL_NOT_FOUND';
  if (quantity < terms.minOrderQuantity) return 'BELOW_MINIMUM';
  if (quantity % terms.quantityStep !== 0) return 'NOT_A_MULTIPLE';
  return quantity > terms.availableQuantity ? 'OUT_OF_STOCK' : null;
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
}

export interface TaxTerms {
  country: string;
  percent: number;
  name: string;
}

/** All that an order's sums depend on beside its tools. */
export interface ShopTerms {
  /** The company's own. */
  country: string;
  delivery: readonly DeliveryTerms[];
  tax: readonly TaxTerms[];
}

/** What a way costs for a weight and a sum of goods, in cents; null where it does not go there or does not carry that much. */
export function freightOf(
  way: DeliveryTerms,
  country: string,
  { weight, goods }: { weight: bigint; goods: bigint },
): number | null {
  if (!way.countries.includes('*') && !way.countries.includes(country)) return null;
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

/** On the papers of a sale whose tax the buyer owes. */
export const REVERSE_CHARGE_NOTE = 'Reverse charge: the customer accounts for the VAT.';

/** Whether the buyer owes the tax: a VAT number of another country than the shop's, and goods that leave the shop's country. */
export function isReverseCharge(shop: string, destination: string, vatCountry: string | null): boolean {
  return vatCountry !== null && vatCountry !== shop && destination !== shop;
}

/** What a buyer asks for: some of each tool, somewhere. */
export interface Wish {
  /** The company's own where it is not given. */
  country?: string | undefined;
  /** The id of a way; the first that goes there where it is not given. */
  delivery?: string | undefined;
  /** The country of a well-formed VAT number (contract/vat-numbers.ts). */
  vatCountry?: string | null | undefined;
}

/** The sums of what can be ordered. Exact whatever the size. */
export interface Sums {
  goods: bigint;
  /** Grams. */
  weight: bigint;
  /** The ways that go there, with what they cost. */
  deliveries: { way: DeliveryTerms; cents: number }[];
  /** The one chosen; null where none goes there, or not the one that was asked for. Freight, tax and total are null then, too. */
  delivery: DeliveryTerms | null;
  freight: bigint | null;
  tax: bigint | null;
  taxRate: TaxTerms | null;
  taxNote: string | null;
  total: bigint | null;
}

/**
 * Adds up lines and finds freight and tax.
 * @param lines those without a problem, each with the price of a piece in cents
 */
export function sumUp(
  lines: readonly { quantity: number; unitCents: number; weightGrams: number }[],
  shop: ShopTerms,
  wish: Wish,
): Sums {
  let goods = 0n;
  let weight = 0n;
  for (const { quantity, unitCents, weightGrams } of lines) {
    goods += BigInt(quantity) * BigInt(unitCents);
    weight += BigInt(quantity) * BigInt(weightGrams);
  }
  const country = wish.country ?? shop.country;
  const deliveries = shop.delivery.flatMap((way) => {
    const cents = freightOf(way, country, { weight, goods });
    // Nothing to carry costs nothing.
    return cents === null ? [] : [{ way, cents: lines.length === 0 ? 0 : cents }];
  });
  const chosen = wish.delivery === undefined ? deliveries[0] : deliveries.find(({ way }) => way.id === wish.delivery);
  const reverse = isReverseCharge(shop.country, country, wish.vatCountry ?? null);
  const rate = shop.tax.find((tax) => tax.country === country) ?? null;
  const taxRate = reverse ? null : rate;
  const taxNote = reverse ? REVERSE_CHARGE_NOTE : null;
  if (!chosen)
    return { goods, weight, deliveries, delivery: null, freight: null, tax: null, taxRate, taxNote, total: null };
  const freight = BigInt(chosen.cents);
  const tax = taxRate ? taxOn(goods + freight, taxRate.percent) : 0n;
  return {
    goods,
    weight,
    deliveries,
    delivery: chosen.way,
    freight,
    tax,
    taxRate,
    taxNote,
    total: goods + freight + tax,
  };
}
