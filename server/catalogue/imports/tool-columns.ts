import type { ToolDocument } from '#contract/catalogue/documents.ts';
import { type ToolCells, WRITTEN, type WrittenCell } from '#contract/catalogue/imports.ts';
import { cents } from '#contract/money-sums.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';

/** The fields that are written as they are; stock moves by a difference. */
export type WrittenField = Exclude<WrittenCell, 'availableQuantity'>;

export const WRITTEN_FIELDS = WRITTEN.filter((field): field is WrittenField => field !== 'availableQuantity');

/** The column of `tools` for a field of a sheet. */
export function columnFor(field: WrittenField) {
  if (field === 'price') return tools.priceCents;
  return field === 'weight' ? tools.weightGrams : tools[field];
}

/** Where it is downloaded follows from its tool. */
const asKept = ({ url: _url, ...document }: ToolDocument) => document;

/** What a column has of a cell, in JSON, where that is another thing; of others an empty text is nothing. */
const KEPT_AS: { [Field in WrittenField]?: (cell: Required<ToolCells>[Field]) => unknown } = {
  price: (price) => cents(price ?? 0),
  packs: (packs) => packs ?? [],
  priceBreaks: (breaks) => (breaks ?? []).map(({ from, price }) => ({ from, cents: cents(price) })),
  documents: (documents) => (documents ?? []).map(asKept),
};

/** Cells by the names of their columns. @param fields which of them */
export function columnsOf(cells: ToolCells, fields: readonly WrittenField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [columnFor(field).name, valueOf(field, cells)]));
}

function valueOf<Field extends WrittenField>(field: Field, cells: ToolCells): unknown {
  const cell = (cells[field] ?? null) as Required<ToolCells>[Field];
  const kept = KEPT_AS[field];
  return kept ? kept(cell) : cell === '' ? null : cell;
}
