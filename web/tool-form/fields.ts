import type { UseFormReturn } from 'react-hook-form';
import { LANGUAGES } from '#contract/languages.ts';
import type { BodyInput } from '#contract/routes.ts';
import type { NewTool, Tool } from '#contract/catalogue/tools.ts';

/** A tool as its form sends it. */
export type ToolInput = BodyInput<'addTool'>;
/** A tool's form: what is typed into it, and what the contract takes of that. */
export type ToolForm = UseFormReturn<ToolInput, unknown, NewTool>;
/** Of a tool, what its form does not have. */
type NotTyped = 'attributes' | 'later' | 'orderable';
/** What it is by the shop's attributes has a dialog of its own, and columns in sheets. */
export type ToolField = Exclude<keyof ToolInput, NotTyped>;
/** Every field of a tool as it stands in a form. */
export type ToolValues = Required<Omit<ToolInput, NotTyped>>;

interface FieldFacts<F extends ToolField> {
  label: string;
  /** How it is typed, see tool-fields.tsx. */
  kind:
    | 'text'
    | 'paragraphs'
    | 'money'
    | 'whole'
    | 'picture'
    | 'breaks'
    | 'packs'
    | 'per'
    | 'switch'
    | 'day'
    | 'backorder'
    | 'translations';
  /** Whether another field has room beside it where there is room. */
  half?: true;
  /** What a new tool begins with, where it is not an empty text. */
  empty?: ToolValues[F];
  /** What the form begins with for a tool that is there, where it is not what the tool says, as a text. */
  of?: (tool: Tool) => ToolValues[F];
}

/**
 * The fields of a tool, in the order of the form: adding and editing a tool and merging edits are made from this table
 * alone. A field of the contract that is not listed here does not compile.
 */
export const TOOL_FIELDS: { readonly [F in ToolField]-?: FieldFacts<F> } = {
  name: { label: 'Name', kind: 'text' },
  description: { label: 'Description', kind: 'paragraphs' },
  translations: {
    label: 'Other languages (optional)',
    kind: 'translations',
    empty: eachLanguage(),
    of: ({ translations }) => eachLanguage(translations),
  },
  price: { label: 'Price', kind: 'money', half: true, of: ({ price }) => price.toFixed(2) },
  priceUnit: { label: 'Price is for', kind: 'per', half: true, empty: '1' },
  availableQuantity: { label: 'Available quantity', kind: 'whole', half: true },
  minOrderQuantity: { label: 'Minimum order quantity', kind: 'whole', half: true },
  quantityStep: { label: 'Sold in multiples of', kind: 'whole', half: true, empty: '1' },
  priceBreaks: {
    label: 'Price breaks (optional)',
    kind: 'breaks',
    empty: [],
    of: ({ priceBreaks }) => priceBreaks.map(({ from, price }) => ({ from: String(from), price: price.toFixed(2) })),
  },
  packs: {
    label: 'Packs (optional)',
    kind: 'packs',
    empty: [],
    of: ({ packs }) => packs.map(({ pieces, gtin = '', ...pack }) => ({ ...pack, pieces: String(pieces), gtin })),
  },
  weight: { label: 'Weight per piece in grams', kind: 'whole', half: true, empty: '0' },
  family: { label: 'Family (optional)', kind: 'text', half: true },
  sku: { label: 'SKU (optional)', kind: 'text', half: true },
  category: { label: 'Category (optional)', kind: 'text', half: true },
  backorder: {
    label: 'When the stock does not suffice',
    kind: 'backorder',
    empty: { kind: 'no', limit: '', days: '0' },
    of: ({ backorder: { kind, limit, days } }) => ({ kind, limit: String(limit ?? ''), days: String(days) }),
  },
  reorderBelow: { label: 'Reorder below (optional)', kind: 'whole', half: true },
  onSale: { label: 'On sale', kind: 'switch', empty: true, of: ({ onSale }) => onSale },
  onSaleFrom: { label: 'On sale from (optional)', kind: 'day', half: true },
  onSaleUntil: { label: 'On sale until (optional)', kind: 'day', half: true },
  gtin: { label: 'GTIN (optional)', kind: 'text', half: true },
  hsCode: { label: 'HS code (optional)', kind: 'text', half: true },
  origin: { label: 'Made in, such as DE (optional)', kind: 'text', half: true },
  unspsc: { label: 'UNSPSC (optional)', kind: 'text', half: true },
  image: { label: 'Image URL', kind: 'picture' },
};

/** What is said in each language, an empty text where nothing is: as forms have it. */
function eachLanguage(said: Tool['translations'] = {}): ToolValues['translations'] {
  return Object.fromEntries(LANGUAGES.map((language) => [language, { name: '', description: '', ...said[language] }]));
}

/** Their names. Object.keys gives the table's own keys. */
export const toolFieldNames = Object.keys(TOOL_FIELDS) as ToolField[];

/** What the form for a new tool begins with. */
export const EMPTY_TOOL = eachField((field) => TOOL_FIELDS[field].empty ?? '');

/** What the form for a tool that is there begins with. */
export function valuesOf(tool: Tool): ToolValues {
  return eachField((field) => TOOL_FIELDS[field].of?.(tool) ?? String(tool[field] ?? ''));
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
