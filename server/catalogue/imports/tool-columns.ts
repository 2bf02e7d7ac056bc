import type { ToolDocument } from '#contract/catalogue/documents.ts';
import type { ToolCells, WrittenCell } from '#contract/catalogue/imports.ts';
import { cents } from '#contract/money-sums.ts';

/** The fields that are written as they are; stock moves by a difference. */
export type WrittenField = Exclude<WrittenCell, 'availableQuantity'>;

interface Column<Field extends WrittenField> {
  column: string;
  type: 'text' | 'integer' | 'boolean' | 'date' | 'jsonb';
  /** The cell as the column has it, in JSON. */
  of: (cell: Required<ToolCells>[Field]) => unknown;
}

const asItIs = (cell: unknown) => cell;
const orNothing = (cell: unknown) => (cell === '' ? null : cell);
const inCents = (breaks: ToolCells['priceBreaks']) =>
  (breaks ?? []).map(({ from, price }) => ({ from, cents: cents(price) }));

/** Where it is downloaded follows from its tool. */
const asKept = ({ url: _url, ...document }: ToolDocument) => document;

/** The column of `tools` for each field of a sheet. */
export const COLUMNS: { [Field in WrittenField]: Column<Field> } = {
  sku: { column: 'sku', type: 'text', of: orNothing },
  name: { column: 'name', type: 'text', of: asItIs },
  category: { column: 'category', type: 'text', of: orNothing },
  family: { column: 'family', type: 'text', of: orNothing },
  price: { column: 'price_cents', type: 'integer', of: (price) => cents(price ?? 0) },
  minOrderQuantity: { column: 'min_order_quantity', type: 'integer', of: asItIs },
  quantityStep: { column: 'quantity_step', type: 'integer', of: asItIs },
  priceBreaks: { column: 'price_breaks', type: 'jsonb', of: inCents },
  weight: { column: 'weight_grams', type: 'integer', of: asItIs },
  onSale: { column: 'on_sale', type: 'boolean', of: asItIs },
  onSaleFrom: { column: 'on_sale_from', type: 'date', of: orNothing },
  onSaleUntil: { column: 'on_sale_until', type: 'date', of: orNothing },
  image: { column: 'image', type: 'text', of: asItIs },
  description: { column: 'description', type: 'text', of: asItIs },
  gtin: { column: 'gtin', type: 'text', of: orNothing },
  hsCode: { column: 'hs_code', type: 'text', of: orNothing },
  origin: { column: 'origin', type: 'text', of: orNothing },
  unspsc: { column: 'unspsc', type: 'text', of: orNothing },
  attributes: { column: 'attributes', type: 'jsonb', of: (attributes) => attributes ?? [] },
  documents: { column: 'documents', type: 'jsonb', of: (documents) => (documents ?? []).map(asKept) },
};

export const WRITTEN_FIELDS = Object.keys(COLUMNS) as WrittenField[];

/** Cells by the names of their columns. @param fields which of them */
export function columnsOf(cells: ToolCells, fields: readonly WrittenField[]): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const field of fields) columns[COLUMNS[field].column] = valueOf(field, cells);
  return columns;
}

function valueOf<Field extends WrittenField>(field: Field, cells: ToolCells): unknown {
  return COLUMNS[field].of((cells[field] ?? null) as Required<ToolCells>[Field]);
}
