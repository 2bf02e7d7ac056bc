import { z } from 'zod';
import { isDay } from '../day.ts';
import { complaint, type Sentence, sentence } from '../sentences.ts';
import { MAX_PIECES } from '../limits.ts';
import { Paging } from '../lists.ts';
import { Price, Version, whole } from '../numbers.ts';
import { bounded, Id, text } from '../text.ts';
import { PictureAddress } from './picture-address.ts';
import { InLanguage, translated, translations } from '../translations.ts';
import { COUNTRIES } from '../country-codes.ts';
import { ToolAttribute, ToolAttributes } from './attributes.ts';
import { ToolDocument } from './documents.ts';
import { Backorder, BackorderInput, Later } from './backorders.ts';
import { AskedAttributes, ATTR } from './facets.ts';
import { Pack, Packs, PriceUnit } from './packs.ts';

/** What of a tool is said in other languages. */
const toolTexts = { name: text(0, 200, 'Name'), description: text(0, 5000, 'Description') };

/** A tool as everybody sees it. `price` is money for `priceUnit` pieces, and so are those of `priceBreaks`; quantities are pieces. */
export const Tool = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string(),
  price: z.number(),
  availableQuantity: z.number(),
  /** What may be ordered beyond the stock. */
  backorder: Backorder,
  /** Free pieces of announced batches. */
  later: Later,
  /** The most that can be ordered now, in stock and to come. */
  orderable: z.number(),
  /** Where fewer pieces are there and coming, it is to be ordered; only staff are told. */
  reorderBelow: z.number().optional(),
  minOrderQuantity: z.number(),
  sku: z.string().optional(),
  category: z.string().optional(),
  /** Sold in multiples of it. */
  quantityStep: z.number(),
  /** From so many pieces on, the price is another: `from` rising, `price` falling. */
  priceBreaks: z.array(z.object({ from: z.number(), price: z.number() })),
  /** 1, 10, 100 or 1,000. */
  priceUnit: z.number(),
  /** What it is sold in beside pieces. */
  packs: z.array(Pack),
  /** Grams a piece. */
  weight: z.number(),
  /** Tools of one family are sizes of one thing. */
  family: z.string().optional(),
  /** Where false, only staff see it. */
  onSale: z.boolean(),
  /** The first and the last day on which it is for sale; before and after it is as if onSale were false. */
  onSaleFrom: z.string().optional(),
  onSaleUntil: z.string().optional(),
  /** What it is, each attribute of the shop once. */
  attributes: z.array(ToolAttribute),
  /** The number under its bar code, its customs tariff number, the country that it was made in, and its UNSPSC class. */
  gtin: z.string().optional(),
  hsCode: z.string().optional(),
  origin: z.string().optional(),
  unspsc: z.string().optional(),
  documents: z.array(ToolDocument),
  /** What it is called and how it is described elsewhere; not where it was asked for in one language. */
  translations: translated(toolTexts).optional(),
  version: z.number(),
});
export type Tool = z.infer<typeof Tool>;

/** The largest carton, in pieces, and the heaviest piece, in grams. */
export const MAX_STEP = 1_000_000;
const MAX_WEIGHT = 1_000_000;
/** The most price breaks of one tool. */
export const MAX_PRICE_BREAKS = 10;

const PriceBreakInput = z.strictObject({
  from: whole(1, MAX_PIECES, 'From must be a whole number of pieces from 1 to 1,000,000,000'),
  price: Price,
});

/** From so many pieces on, each costs so much. */
export const PriceBreaks = z
  .array(PriceBreakInput, 'Price breaks must be a list')
  .max(MAX_PRICE_BREAKS, `A tool can have at most ${MAX_PRICE_BREAKS} price breaks`);

/** What a tool may have beyond the spec's fields; each has a meaning when it is left out. */
const bulkFields = {
  quantityStep: whole(1, MAX_STEP, 'The step must be a whole number of pieces from 1 to 1,000,000'),
  priceBreaks: PriceBreaks,
  priceUnit: PriceUnit,
  packs: Packs,
  weight: whole(0, MAX_WEIGHT, 'Weight must be a whole number of grams from 0 to 1,000,000'),
  onSale: z.boolean('onSale must be true or false'),
};

const toolFields = {
  name: text(1, 200, 'Name'),
  description: text(1, 5000, 'Description'),
  price: Price,
  availableQuantity: whole(0, MAX_PIECES, 'Available quantity must be a whole number from 0 to 1,000,000,000'),
  minOrderQuantity: whole(1, MAX_PIECES, 'Minimum order quantity must be a whole number from 1 to 1,000,000,000'),
  image: PictureAddress,
  sku: text(0, 64, 'SKU').optional(),
  category: text(0, 80, 'Category').optional(),
};
const family = text(0, 80, 'Family').optional();
const inOtherLanguages = translations(toolTexts);
const NO_REORDER = 'Reorder below must be a whole number of pieces from 0 to 1,000,000,000, or empty';
/** Where fewer pieces are there and coming, it is to be ordered; null or an empty text: never. */
const reorderBelow = z
  .union([z.literal('').transform(() => null), whole(0, MAX_PIECES, NO_REORDER)], NO_REORDER)
  .nullish();

/** A day; an empty text takes the bound away. */
const day = (what: string) =>
  bounded(20, `${what} must be a date such as 2026-12-24`)
    .refine((value) => value === '' || isDay(value), `${what} must be a date such as 2026-12-24`)
    .optional();
const saleDays = { onSaleFrom: day('On sale from'), onSaleUntil: day('On sale until') };

const digits = (what: string, pattern: RegExp, such: string) =>
  bounded(20, `${what} must be ${such}`)
    .refine((value) => value === '' || pattern.test(value), `${what} must be ${such}`)
    .optional();

/** The numbers under which others know it; an empty text takes one away. */
const codes = {
  gtin: digits('GTIN', /^(\d{8}|\d{12,14})$/, '8, 12, 13 or 14 digits'),
  hsCode: digits('HS code', /^\d{4}(\.?\d{2}){0,4}$/, '4 to 12 digits'),
  origin: bounded(2, 'Origin must be the code of a country, such as DE')
    .refine((value) => value === '' || COUNTRIES.includes(value), 'Origin must be the code of a country, such as DE')
    .optional(),
  unspsc: digits('UNSPSC', /^\d{8}(\d{2})?$/, '8 or 10 digits'),
};

/** What GET answered and nobody says: it may be sent back, and nothing of it is looked at. */
const readOnly = { later: z.unknown().optional(), orderable: z.unknown().optional() };

/** What of a tool can contradict itself. */
interface Selling {
  price: number;
  minOrderQuantity: number;
  quantityStep?: number | undefined;
  priceBreaks?: readonly { from: number; price: number }[] | undefined;
  onSaleFrom?: string | undefined;
  onSaleUntil?: string | undefined;
}

/** What of a tool's step, minimum, price breaks and days of sale contradicts the rest, at the field that it is said of. */
export function contradictions({
  price,
  minOrderQuantity,
  quantityStep = 1,
  priceBreaks = [],
  onSaleFrom = '',
  onSaleUntil = '',
}: Selling): { path: string; message: Sentence }[] {
  const issues: { path: string; message: Sentence }[] = [];
  if (minOrderQuantity % quantityStep !== 0) {
    const message = sentence('The minimum order must be a multiple of the step, {step, number}', {
      step: quantityStep,
    });
    issues.push({ path: 'minOrderQuantity', message });
  }
  let last = { from: minOrderQuantity, price };
  priceBreaks.forEach((each, index) => {
    if (each.from <= last.from) {
      const message =
        index === 0
          ? sentence('From must be above the minimum order, {least, number}', { least: last.from })
          : sentence('From must be above the break before, {least, number}', { least: last.from });
      issues.push({ path: `priceBreaks.${index}.from`, message });
    } else if (each.from % quantityStep !== 0) {
      const message = sentence('From must be a multiple of the step, {step, number}', { step: quantityStep });
      issues.push({ path: `priceBreaks.${index}.from`, message });
    }
    if (each.price >= last.price) {
      const most = { amount: last.price };
      const message =
        index === 0
          ? sentence("Price must be below the tool's own, {most}", { most })
          : sentence('Price must be below that of the break before, {most}', { most });
      issues.push({ path: `priceBreaks.${index}.price`, message });
    }
    last = each;
  });
  if (onSaleFrom !== '' && onSaleUntil !== '' && onSaleUntil < onSaleFrom)
    issues.push({
      path: 'onSaleUntil',
      message: sentence('The last day must not be before the first, {first}', { first: onSaleFrom }),
    });
  return issues;
}

function refuseContradictions(tool: Selling, context: z.RefinementCtx): void {
  for (const { path, message } of contradictions(tool))
    context.addIssue({
      ...complaint(message),
      path: path.split('.').map((part) => (/^\d+$/.test(part) ? +part : part)),
    });
}

/** The fields that the forms of one tool have; those beyond the spec's are edited beside them. */
export const ToolForm = z.strictObject(toolFields);
export type ToolForm = z.output<typeof ToolForm>;

/** A new tool. */
export const NewTool = z
  .strictObject({
    ...toolFields,
    family,
    quantityStep: bulkFields.quantityStep.default(1),
    priceBreaks: bulkFields.priceBreaks.default([]),
    priceUnit: bulkFields.priceUnit.default(1),
    packs: bulkFields.packs.default([]),
    weight: bulkFields.weight.default(0),
    onSale: bulkFields.onSale.default(true),
    backorder: BackorderInput.default({ kind: 'no', limit: null, days: 0 }),
    reorderBelow,
    ...saleDays,
    attributes: ToolAttributes.default([]),
    ...codes,
    translations: inOtherLanguages.default({}),
    ...readOnly,
  })
  .superRefine(refuseContradictions);
export type NewTool = z.output<typeof NewTool>;

/**
 * A whole tool with some fields changed. Of the fields beyond the spec's, one that is left out stays as it is; whether what
 * stays contradicts what comes, only the server can see.
 */
export const ToolEdit = z
  .strictObject({
    ...toolFields,
    family,
    quantityStep: bulkFields.quantityStep.optional(),
    priceBreaks: bulkFields.priceBreaks.optional(),
    priceUnit: bulkFields.priceUnit.optional(),
    packs: bulkFields.packs.optional(),
    weight: bulkFields.weight.optional(),
    onSale: bulkFields.onSale.optional(),
    backorder: BackorderInput.optional(),
    reorderBelow,
    ...saleDays,
    attributes: ToolAttributes.optional(),
    ...codes,
    translations: inOtherLanguages.optional(),
    _id: z.string().optional(),
    /** Read-only: what GET answered may be sent back, and nothing of it is looked at. */
    documents: z.unknown().optional(),
    ...readOnly,
    version: Version,
  })
  .superRefine(refuseContradictions);
export type ToolEdit = z.output<typeof ToolEdit>;

const NamedSort = z.enum(['relevance', 'featured', 'newest', 'name', '-name', 'price', '-price']);
export type NamedSort = z.infer<typeof NamedSort>;

/** By an attribute, from the least on or, with a hyphen before, from the most; tools of which nothing is said come last. */
const AttributeSort = z.templateLiteral([z.enum(['', '-']), ATTR, bounded(40, 'A key has at most 40 characters')]);
export type AttributeSort = z.infer<typeof AttributeSort>;

export const ToolSort = z.union(
  [NamedSort, AttributeSort],
  `sort must be relevance, featured, newest, name, -name, price, -price, or ${ATTR}KEY or -${ATTR}KEY of an attribute`,
);
export type ToolSort = z.infer<typeof ToolSort>;

const amount = (name: string) =>
  bounded(40, `${name} must be an amount with no more than two decimals`)
    .regex(/^\d{1,7}(\.\d{1,2})?$/, `${name} must be an amount with no more than two decimals`)
    .transform(Number);

const toolQuery = Paging.extend({
  q: text(0, 200, 'q').optional(),
  /** Also that of `q`, of categories and of choices. */
  ...InLanguage.shape,
  category: text(1, 80, 'category').optional(),
  /** The sizes of one thing. */
  family: text(1, 80, 'family').optional(),
  sort: ToolSort.optional(),
  inStock: z
    .enum(['true', 'false', '1', '0'], 'inStock must be true or false')
    .transform((value) => value === 'true' || value === '1')
    .optional(),
  minPrice: amount('minPrice').optional(),
  maxPrice: amount('maxPrice').optional(),
});
const NO_RANGE = { error: 'minPrice must not be above maxPrice', path: ['minPrice'] };
const isRange = ({ minPrice, maxPrice }: z.output<typeof toolQuery>) =>
  minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice;

/** What the list of tools can be asked for; `attr.KEY` of each attribute. */
export const ToolQuery = toolQuery.extend({ attr: AskedAttributes.optional() }).refine(isRange, NO_RANGE);
export type ToolQuery = z.output<typeof ToolQuery>;

export const ToolChanged = z.object({ modifiedCount: z.number(), version: z.number() });

/** What a buyer has typed so far. */
export const SuggestionQuery = InLanguage.extend({ q: text(1, 200, 'q') });
export type SuggestionQuery = z.output<typeof SuggestionQuery>;

/** A tool that is suggested while a buyer types. */
export const ToolSuggestion = Tool.pick({ _id: true, name: true, category: true });
export type ToolSuggestion = z.infer<typeof ToolSuggestion>;

/** A picture whose address somebody is about to save. */
export const PictureToCheck = z.strictObject({ address: PictureAddress });
/** What is wrong with it, in a sentence; null: it was found, and is a picture. */
export const CheckedPicture = z.object({ problem: z.string().nullable() });

/** What a tool may lack: a picture of its own, a weight, a document, a category, or an attribute. */
export const FACTS_MISSED = ['picture', 'weight', 'datasheet', 'certificate', 'category'] as const;
/** A tool that lacks all of them; `attr.KEY` for an attribute. */
const LACKS = new RegExp(`^(${FACTS_MISSED.join('|')}|attr\\.[a-z0-9-]{1,40})$`);
const MOST_LACKED = 10;
const NO_LACK = `missing must be some of ${FACTS_MISSED.join(', ')} or ${ATTR}KEY, separated by commas`;
const Missing = bounded(500, NO_LACK)
  .transform((value) => value.split(','))
  .pipe(z.array(bounded(60, NO_LACK).regex(LACKS, NO_LACK), NO_LACK).max(MOST_LACKED, NO_LACK));

/** What staff can ask the list of all tools for. */
export const StaffToolQuery = toolQuery
  .extend({
    /** That tool alone, whatever else is asked for. */
    id: Id.optional(),
    missing: Missing.optional(),
    onSale: z
      .enum(['true', 'false'], 'onSale must be true or false')
      .transform((value) => value === 'true')
      .optional(),
  })
  .refine(isRange, NO_RANGE);
export type StaffToolQuery = z.output<typeof StaffToolQuery>;
