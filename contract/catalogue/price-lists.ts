import { z } from 'zod';
import { Day } from '../day.ts';
import { Paging } from '../lists.ts';
import { PercentOff, Price, Version } from '../numbers.ts';
import { MAX_ASKED_PRICES } from '../limits.ts';
import { bounded, text } from '../text.ts';
import { PriceBreaks } from './tools.ts';

const name = text(1, 80, 'Name');

const days = { from: Day.nullable().optional(), until: Day.nullable().optional() };

function inOrder({ from, until }: { from?: string | null | undefined; until?: string | null | undefined }): boolean {
  return !from || !until || from <= until;
}
const NOT_IN_ORDER = { error: 'The last day must not be before the first', path: ['until'] };

export const NewPriceList = z
  .strictObject({ name, percentOff: PercentOff.default(0), ...days })
  .refine(inOrder, NOT_IN_ORDER);
export type NewPriceList = z.output<typeof NewPriceList>;

/** The whole as GET answers it; days left out are none. */
export const PriceListEdit = z
  .strictObject({
    name,
    percentOff: PercentOff,
    ...days,
    version: Version.optional(),
    _id: z.unknown().optional(),
    items: z.unknown().optional(),
  })
  .refine(inOrder, NOT_IN_ORDER);
export type PriceListEdit = z.output<typeof PriceListEdit>;

export const PriceList = z.object({
  _id: z.string(),
  name: z.string(),
  percentOff: z.number(),
  /** The first and the last day on which it holds, in the shop's time zone. */
  from: z.string().optional(),
  until: z.string().optional(),
  /** How many tools have prices of their own in it. */
  items: z.number(),
  /** Rises with every change of the list itself. */
  version: z.number(),
});
export type PriceList = z.infer<typeof PriceList>;

const prices = { price: z.number(), priceBreaks: z.array(z.object({ from: z.number(), price: z.number() })) };

/** A tool's prices in a list, beside its own. */
export const PriceListItem = z.object({
  toolId: z.string(),
  tool: z.string(),
  sku: z.string().nullable(),
  /** For how many pieces these prices are. */
  priceUnit: z.number(),
  ...prices,
  own: z.object(prices),
});
export type PriceListItem = z.infer<typeof PriceListItem>;

export const PriceListItemEdit = z.strictObject({ price: Price, priceBreaks: PriceBreaks.default([]) });
export type PriceListItemEdit = z.output<typeof PriceListItemEdit>;

/** `q`: part of a tool's name or stock number. */
export const PriceListItemsQuery = Paging.extend({ q: text(0, 200, 'q').optional() });
export type PriceListItemsQuery = z.output<typeof PriceListItemsQuery>;

const SOME_IDS = `Send 1 to ${MAX_ASKED_PRICES} ids, separated by commas`;
export const CompanyPricesQuery = z.strictObject({
  companyId: text(1, 64, 'companyId'),
  ids: bounded(MAX_ASKED_PRICES * 65, SOME_IDS, SOME_IDS)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), SOME_IDS)
    .transform((value) => [...new Set(value.split(',').filter((id) => id !== ''))])
    .refine((ids) => ids.length > 0 && ids.length <= MAX_ASKED_PRICES, SOME_IDS),
});

/** What a company pays for as many pieces of a tool as its `priceUnit` says. */
export const CompanyPrice = z.object({ toolId: z.string(), ...prices });
export type CompanyPrice = z.infer<typeof CompanyPrice>;
