import type { SHEET_COLUMNS as IMPORTED_COLUMNS } from '#contract/catalogue/imports.ts';
import { packsText } from '#contract/catalogue/packs-text.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

/** A column that can be edited: what an import calls it, how it is shown, and what it says of a tool. */
export interface SheetColumn {
  id: (typeof IMPORTED_COLUMNS)[number];
  title: string;
  /** Of a number: it stands to the right. */
  number?: true;
  /** An empty cell of an import clears it, so that it is sent whenever its column is. */
  cleared?: true;
  /** Means something else without this column, which is sent with it. */
  sentWith?: SheetColumn['id'];
  text: (tool: Tool) => string;
}

export const SHEET_COLUMNS: readonly SheetColumn[] = [
  { id: 'name', title: 'Name', text: ({ name }) => name },
  { id: 'sku', title: 'SKU', cleared: true, text: ({ sku }) => sku ?? '' },
  { id: 'category', title: 'Category', cleared: true, text: ({ category }) => category ?? '' },
  { id: 'price', title: 'Price', number: true, text: ({ price }) => price.toFixed(2) },
  { id: 'priceUnit', title: 'Price unit', number: true, sentWith: 'price', text: ({ priceUnit }) => String(priceUnit) },
  { id: 'stockChange', title: 'Stock +/−', number: true, text: () => '' },
  { id: 'minOrderQuantity', title: 'Minimum', number: true, text: (tool) => String(tool.minOrderQuantity) },
  { id: 'quantityStep', title: 'Step', number: true, text: (tool) => String(tool.quantityStep) },
  { id: 'packs', title: 'Packs', cleared: true, text: ({ packs }) => packsText(packs) },
  { id: 'gtin', title: 'GTIN', cleared: true, text: ({ gtin }) => gtin ?? '' },
  { id: 'onSale', title: 'On sale', text: ({ onSale }) => (onSale ? 'yes' : 'no') },
  { id: 'onSaleFrom', title: 'On sale from', cleared: true, text: ({ onSaleFrom }) => onSaleFrom ?? '' },
  { id: 'onSaleUntil', title: 'Until', cleared: true, text: ({ onSaleUntil }) => onSaleUntil ?? '' },
];
