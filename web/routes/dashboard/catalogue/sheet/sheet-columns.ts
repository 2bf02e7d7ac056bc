import type { Tool } from '#contract/catalogue/tools.ts';

/** A column that can be edited: what an import calls it, how it is shown, and what it says of a tool. */
export interface SheetColumn {
  id:
    | 'name'
    | 'sku'
    | 'category'
    | 'price'
    | 'stockChange'
    | 'minOrderQuantity'
    | 'quantityStep'
    | 'onSale'
    | 'onSaleFrom'
    | 'onSaleUntil';
  title: string;
  /** Of a number: it stands to the right. */
  number: boolean;
  /** An empty cell of an import clears it, so that it is sent whenever its column is. */
  cleared: boolean;
  text: (tool: Tool) => string;
}

export const SHEET_COLUMNS: readonly SheetColumn[] = [
  { id: 'name', title: 'Name', number: false, cleared: false, text: ({ name }) => name },
  { id: 'sku', title: 'SKU', number: false, cleared: true, text: ({ sku }) => sku ?? '' },
  { id: 'category', title: 'Category', number: false, cleared: true, text: ({ category }) => category ?? '' },
  { id: 'price', title: 'Price', number: true, cleared: false, text: ({ price }) => price.toFixed(2) },
  { id: 'stockChange', title: 'Stock +/−', number: true, cleared: false, text: () => '' },
  {
    id: 'minOrderQuantity',
    title: 'Minimum',
    number: true,
    cleared: false,
    text: (tool) => String(tool.minOrderQuantity),
  },
  { id: 'quantityStep', title: 'Step', number: true, cleared: false, text: (tool) => String(tool.quantityStep) },
  { id: 'onSale', title: 'On sale', number: false, cleared: false, text: ({ onSale }) => (onSale ? 'yes' : 'no') },
  { id: 'onSaleFrom', title: 'On sale from', number: false, cleared: true, text: ({ onSaleFrom }) => onSaleFrom ?? '' },
  { id: 'onSaleUntil', title: 'Until', number: false, cleared: true, text: ({ onSaleUntil }) => onSaleUntil ?? '' },
];
