import { Later, Promises } from '../catalogue/backorders.ts';
import { z } from 'zod';
import { TAX_CATEGORIES } from '../office/tax.ts';
import { Country } from '../countries.ts';
import { MAX_LINES, MAX_PIECES } from '../limits.ts';
import { Version, whole } from '../numbers.ts';
import { refuseRepeatedTools, WantedLines } from './wanted-lines.ts';
import { LINE_PROBLEMS } from './quantities.ts';
import { CountedIn, UnitCode, unitFields } from './unit-fields.ts';
import { text } from '../text.ts';

/** Where it goes and who buys: what freight and tax depend on beside the lines. */
const destination = {
  /** The company at whose prices, and with whose VAT number where none is given; for its members. */
  companyId: text(1, 64, 'companyId').optional(),
  /** The company's own where it is left out. */
  country: Country.optional(),
  /** The id of a way of delivery; the first that goes there where it is left out. */
  delivery: text(1, 64, 'delivery').optional(),
  vatId: text(0, 20, 'VAT number').optional(),
};

export const PriceQuestion = z.strictObject({
  lines: WantedLines,
  ...destination,
});
export type PriceQuestion = z.output<typeof PriceQuestion>;

/** What the own basket is priced for. */
export const BasketQuery = z.strictObject(destination);
export type BasketQuery = z.output<typeof BasketQuery>;

const toolId = text(1, 64, 'toolId');
/** More lines than a basket holds are a refusal of their own, BASKET_FULL; of more than twice as many none is looked at. */
const keptLines = (least: 0 | 1) => {
  const quantity = whole(least, MAX_PIECES, `Quantity must be a whole number from ${least} to 1,000,000,000`);
  return z
    .array(z.strictObject({ toolId, quantity, unit: UnitCode }), 'lines must be a list')
    .max(2 * MAX_LINES, 'Send at most 2,000 lines at once')
    .superRefine(refuseRepeatedTools);
};

export const BasketReplacement = z.strictObject({
  lines: keptLines(1),
  version: Version.optional(),
});
export type BasketReplacement = z.output<typeof BasketReplacement>;

/** Quantities to set; 0 takes the tool out. */
export const BasketChange = z.strictObject({ lines: keptLines(0) });
export type BasketChange = z.output<typeof BasketChange>;

/** A visitor's basket, to be joined with the own one. */
export const BasketJoin = BasketReplacement.pick({ lines: true });

/**
 * A line with what it costs and what is wrong with it. Money as a number with its decimals. Of a tool that is not for sale only what the
 * basket remembers is known; the rest is null.
 */
export const PricedLine = z.object({
  toolId: z.string(),
  tool: z.string().nullable(),
  sku: z.string().nullable(),
  /** What the company that is named calls the tool. */
  buyerNumber: z.string().nullable(),
  image: z.string().nullable(),
  /** Pieces. */
  quantity: z.number(),
  ...unitFields,
  priceUnit: z.number().nullable(),
  /** What it can be counted in beside pieces. */
  packs: z.array(CountedIn).nullable(),
  unitPrice: z.number().nullable(),
  price: z.number().nullable(),
  availableQuantity: z.number().nullable(),
  /** The most that can be ordered now, in stock and to come. */
  orderable: z.number().nullable(),
  /** Free pieces of announced batches. */
  later: Later.nullable(),
  /** From what its pieces are served; empty where so many cannot be ordered. */
  promises: Promises,
  minOrderQuantity: z.number().nullable(),
  quantityStep: z.number().nullable(),
  problem: z.enum(LINE_PROBLEMS).nullable(),
  /** With a problem: the nearest quantity that could be ordered. */
  suggestion: z.number().nullable(),
  /** `price` is that of `from` pieces. */
  nextBreak: z.object({ from: z.number(), unitPrice: z.number(), price: z.number() }).nullable(),
});
export type PricedLine = z.infer<typeof PricedLine>;

/** What lines cost. Sums count the lines without a problem; where no way goes there, what depends on it is null. */
export const Priced = z.object({
  lines: z.array(PricedLine),
  goods: z.number(),
  /** Grams. */
  weight: z.number(),
  /** The id chosen. */
  delivery: z.string().nullable(),
  deliveries: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: z.number(),
      days: z.tuple([z.number(), z.number()]),
      /** The day it leaves, and the first and last on which it arrives, if it is paid now. */
      leaves: z.string(),
      arrives: z.tuple([z.string(), z.string()]),
      /** Who pays customs duties, where it goes to another country than the shop's. */
      duties: z.string().optional(),
    }),
  ),
  freight: z.number().nullable(),
  /** For goods below the shop's minimum; 0 where they reach it, or nothing is charged. */
  surcharge: z.number().nullable(),
  /** The minimum of goods where these do not reach it, with what is charged (null: it is refused) and what is missing. */
  belowMinimum: z.object({ goods: z.number(), surcharge: z.number().nullable(), missing: z.number() }).nullable(),
  tax: z.number().nullable(),
  /** Why there is no tax, and its category by EN 16931 (S, Z, K, G, O). */
  taxNote: z.string().nullable(),
  taxCategory: z.enum(TAX_CATEGORIES),
  price: z.number().nullable(),
});
export type Priced = z.infer<typeof Priced>;

/** The own basket, and for which company it is priced; `version` rises with every change, 0 before the first. */
export const Basket = Priced.extend({ companyId: z.string().nullable(), version: z.number() });
export type Basket = z.infer<typeof Basket>;
