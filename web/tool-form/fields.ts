import type { BodyInput } from '#contract/routes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

/** A tool as its form sends it. */
export type ToolInput = BodyInput<'addTool'>;
/** What it is by the shop's attributes has a dialog of its own, and columns in sheets. */
export type ToolField = Exclude<keyof ToolInput, 'attributes'>;
/** Every field of a tool as it stands in a form. */
export type ToolValues = Required<Omit<ToolInput, 'attributes'>>;

interface FieldFacts<F extends ToolField> {
  label: string;
  /** How it is typed, see tool-fields.tsx. */
  kind: 'text' | 'paragraphs' | 'money' | 'whole' | 'picture' | 'breaks' | 'switch' | 'day';
  /** Whether another field has room beside it where there is room. */
  half?: true;
  /** What a new tool begins with. */
  empty: ToolValues[F];
  /** What the form begins with for a tool that is there. */
  of: (tool: Tool) => ToolValues[F];
}

/**
 * The fields of a tool, in the order of the form: adding and editing a tool and merging edits are made from this table
 * alone. A field of the contract that is not listed here does not compile.
 */
export const TOOL_FIELDS: { readonly [F in ToolField]-?: FieldFacts<F> } = {
  name: { label: 'Name', kind: 'text', empty: '', of: ({ name }) => name },
  description: { label: 'Description', kind: 'paragraphs', empty: '', of: ({ description }) => description },
  price: { label: 'Price', kind: 'money', half: true, empty: '', of: ({ price }) => price.toFixed(2) },
  availableQuantity: {
    label: 'Available quantity',
    kind: 'whole',
    half: true,
    empty: '',
    of: ({ availableQuantity }) => String(availableQuantity),
  },
  minOrderQuantity: {
    label: 'Minimum order quantity',
    kind: 'whole',
    half: true,
    empty: '',
    of: ({ minOrderQuantity }) => String(minOrderQuantity),
  },
  quantityStep: {
    label: 'Sold in multiples of',
    kind: 'whole',
    half: true,
    empty: '1',
    of: ({ quantityStep }) => String(quantityStep),
  },
  priceBreaks: {
    label: 'Price breaks (optional)',
    kind: 'breaks',
    empty: [],
    of: ({ priceBreaks }) => priceBreaks.map(({ from, price }) => ({ from: String(from), price: price.toFixed(2) })),
  },
  weight: {
    label: 'Weight of a piece in grams',
    kind: 'whole',
    half: true,
    empty: '0',
    of: ({ weight }) => String(weight),
  },
  family: { label: 'Family (optional)', kind: 'text', half: true, empty: '', of: ({ family = '' }) => family },
  sku: { label: 'SKU (optional)', kind: 'text', half: true, empty: '', of: ({ sku = '' }) => sku },
  category: { label: 'Category (optional)', kind: 'text', half: true, empty: '', of: ({ category = '' }) => category },
  onSale: { label: 'On sale', kind: 'switch', empty: true, of: ({ onSale }) => onSale },
  onSaleFrom: {
    label: 'On sale from (optional)',
    kind: 'day',
    half: true,
    empty: '',
    of: ({ onSaleFrom = '' }) => onSaleFrom,
  },
  onSaleUntil: {
    label: 'On sale until (optional)',
    kind: 'day',
    half: true,
    empty: '',
    of: ({ onSaleUntil = '' }) => onSaleUntil,
  },
  gtin: { label: 'GTIN (optional)', kind: 'text', half: true, empty: '', of: ({ gtin = '' }) => gtin },
  hsCode: { label: 'HS code (optional)', kind: 'text', half: true, empty: '', of: ({ hsCode = '' }) => hsCode },
  origin: {
    label: 'Made in, such as DE (optional)',
    kind: 'text',
    half: true,
    empty: '',
    of: ({ origin = '' }) => origin,
  },
  unspsc: { label: 'UNSPSC (optional)', kind: 'text', half: true, empty: '', of: ({ unspsc = '' }) => unspsc },
  image: { label: 'Image URL', kind: 'picture', empty: '', of: ({ image }) => image },
};

/** Their names. Object.keys gives the table's own keys. */
export const toolFieldNames = Object.keys(TOOL_FIELDS) as ToolField[];

/** What the form for a new tool begins with. */
export const EMPTY_TOOL = eachField((field) => TOOL_FIELDS[field].empty);

/** What the form for a tool that is there begins with. */
export function valuesOf(tool: Tool): ToolValues {
  return eachField((field) => TOOL_FIELDS[field].of(tool));
}

/** Values field by field. */
function eachField(valueOf: (field: ToolField) => unknown): ToolValues {
  // The table has every field, and each of its rows is typed by its field.
  return Object.fromEntries(toolFieldNames.map((field) => [field, valueOf(field)])) as unknown as ToolValues;
}

/** Whether two values of a field say the same; lists are compared row by row. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}
