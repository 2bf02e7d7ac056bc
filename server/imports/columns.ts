import type { ImportedField } from '#contract/imports.ts';

/** What a column says: a field, which tool it is, or the pieces that come to its stock or go. */
export type SheetColumn = ImportedField | '_id' | 'stockChange';

/** Headings without case, blanks and signs, and what they mean. */
const HEADINGS: Record<string, SheetColumn> = {
  id: '_id',
  toolid: '_id',
  sku: 'sku',
  stocknumber: 'sku',
  name: 'name',
  tool: 'name',
  category: 'category',
  family: 'family',
  price: 'price',
  availablequantity: 'availableQuantity',
  available: 'availableQuantity',
  stock: 'availableQuantity',
  stockchange: 'stockChange',
  minorderquantity: 'minOrderQuantity',
  minimumorderquantity: 'minOrderQuantity',
  minimumorder: 'minOrderQuantity',
  minimum: 'minOrderQuantity',
  quantitystep: 'quantityStep',
  step: 'quantityStep',
  pricebreaks: 'priceBreaks',
  weight: 'weight',
  weightgrams: 'weight',
  onsale: 'onSale',
  image: 'image',
  picture: 'image',
  description: 'description',
};

/** The field that a heading names; undefined where it names none. */
export function columnOf(heading: string): SheetColumn | undefined {
  const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return Object.hasOwn(HEADINGS, plain) ? HEADINGS[plain] : undefined;
}
