import { z } from 'zod';
import { Paging } from './lists.ts';
import { Price, whole } from './numbers.ts';
import { text } from './text.ts';

/** The most pieces of one tool that can be in stock, or be its minimum order. */
export const MAX_PIECES = 1_000_000_000;

/** The largest picture that can be uploaded, in bytes. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** A tool as everybody sees it. `price` is dollars per piece; quantities are pieces. */
export const Tool = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string(),
  price: z.number(),
  availableQuantity: z.number(),
  minOrderQuantity: z.number(),
  sku: z.string().optional(),
  category: z.string().optional(),
  version: z.number(),
});
export type Tool = z.infer<typeof Tool>;

/** A path under which the shop keeps its own pictures, the seed's and the uploaded ones. */
const OWN_PICTURE = /^\/(pictures|uploads)\/[\w-]+(\/[\w-]+)*\.(webp|avif|png|jpe?g|svg)$/;

/** A picture's address that a page may show: https without user info, or one of the shop's own. */
export function isPictureAddress(value: string): boolean {
  if (OWN_PICTURE.test(value)) return true;
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  if (value.length > 2000 || /[\s\\\u0000-\u001f\u007f]/.test(value) || !/^https:\/\/[^/]/i.test(value)) return false;
  try {
    const url = new URL(value);
    return url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== '';
  } catch {
    return false;
  }
}

const Image = z.string('Image must be the https address of a picture').refine(isPictureAddress, {
  error: 'Image must be an https address of at most 2,000 characters, without user name or password',
  params: { code: 'INVALID_IMAGE_URL' },
});

const toolFields = {
  name: text(1, 200, 'Name'),
  description: text(1, 5000, 'Description'),
  price: Price,
  availableQuantity: whole(0, MAX_PIECES, 'Available quantity must be a whole number from 0 to 1,000,000,000'),
  minOrderQuantity: whole(1, MAX_PIECES, 'Minimum order quantity must be a whole number from 1 to 1,000,000,000'),
  image: Image,
  sku: text(0, 64, 'SKU').optional(),
  category: text(0, 80, 'Category').optional(),
};

/** A new tool, as the form 'Add a new Product' sends it. */
export const NewTool = z.strictObject(toolFields);
export type NewTool = z.output<typeof NewTool>;

/** A whole tool with some fields changed. */
export const ToolEdit = z.strictObject({
  ...toolFields,
  _id: z.string().optional(),
  version: whole(1, 2_147_483_647, 'version must be the one that GET answered'),
});
export type ToolEdit = z.output<typeof ToolEdit>;

export const ToolSort = z.enum(
  ['relevance', 'featured', 'newest', 'name', '-name', 'price', '-price'],
  'sort must be relevance, featured, newest, name, -name, price or -price',
);
export type ToolSort = z.infer<typeof ToolSort>;

const dollars = (name: string) =>
  z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, `${name} must be a number of dollars with no more than two decimals`)
    .transform(Number);

/** What the list of tools can be asked for. */
export const ToolQuery = Paging.extend({
  q: text(0, 200, 'q').optional(),
  category: text(1, 80, 'category').optional(),
  sort: ToolSort.optional(),
  inStock: z
    .enum(['true', 'false', '1', '0'], 'inStock must be true or false')
    .transform((value) => value === 'true' || value === '1')
    .optional(),
  minPrice: dollars('minPrice').optional(),
  maxPrice: dollars('maxPrice').optional(),
}).refine((query) => query.minPrice === undefined || query.maxPrice === undefined || query.minPrice <= query.maxPrice, {
  error: 'minPrice must not be above maxPrice',
  path: ['minPrice'],
});
export type ToolQuery = z.output<typeof ToolQuery>;

export const ToolChanged = z.object({ modifiedCount: z.number(), version: z.number() });

/** A category and how many tools are for sale in it. */
export const Category = z.object({ name: z.string(), tools: z.number() });
export type Category = z.infer<typeof Category>;

/** What a buyer has typed so far. */
export const SuggestionQuery = z.object({ q: text(1, 200, 'q') });

/** A tool that is suggested while a buyer types. */
export const ToolSuggestion = Tool.pick({ _id: true, name: true, category: true });
export type ToolSuggestion = z.infer<typeof ToolSuggestion>;
