import type { SHEET_COLUMNS } from '#contract/catalogue/imports.ts';

type SheetColumn = (typeof SHEET_COLUMNS)[number];

/** What each column is called where people read or choose it, those that sheets usually have first. */
const WORDS: Record<SheetColumn, string> = {
  sku: 'Stock number (SKU)',
  name: 'Name',
  description: 'Description',
  category: 'Category',
  family: 'Family',
  price: 'Price',
  priceUnit: 'Price is for so many pieces',
  priceBreaks: 'Price breaks, all in one cell',
  breakFrom1: 'First price break: from so many pieces',
  breakPrice1: 'First price break: price',
  breakFrom2: 'Second price break: from so many pieces',
  breakPrice2: 'Second price break: price',
  breakFrom3: 'Third price break: from so many pieces',
  breakPrice3: 'Third price break: price',
  availableQuantity: 'Stock',
  minOrderQuantity: 'Minimum order quantity',
  quantityStep: 'Sold in multiples of',
  packSize: 'Pieces in a pack',
  packs: 'Packs, all in one cell',
  weightKg: 'Weight in kilograms',
  weight: 'Weight in grams',
  gtin: 'GTIN (EAN)',
  cost: 'Cost',
  bin: 'Bin (where it is kept)',
  reorderBelow: 'Reorder below',
  imageFile: 'File name of a picture',
  image: 'Picture',
  origin: 'Country of origin',
  hsCode: 'HS code (customs tariff number)',
  unspsc: 'UNSPSC',
  onSale: 'On sale',
  onSaleFrom: 'On sale from',
  onSaleUntil: 'On sale until',
  datasheet: 'Data sheet',
  certificate: 'Certificate',
  declaration: 'Declaration',
  drawing: 'Drawing',
  cad: 'CAD file',
  manual: 'Manual',
  stockChange: 'Pieces to add to the stock',
  stockThen: 'Stock when the sheet was exported',
  _id: 'Id of the product in this shop',
};

/** The columns in the order in which they are offered. */
export const OFFERED = Object.keys(WORDS) as SheetColumn[];

/** What a column is called; a heading, or an attribute, is called what it is. */
export function columnWord(column: string): string {
  return Object.hasOwn(WORDS, column) ? WORDS[column as SheetColumn] : column.replace(/^attr\./, '');
}
