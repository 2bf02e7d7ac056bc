import { isDeepStrictEqual } from 'node:util';
import { type ToolCells, WRITTEN, type WrittenCell } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

/**
 * A tool's cells as an import compares them: what an optional field lacks is null.
 * @param tool as it was parsed: of spread copies V8 kept 1 kB a row until it collected the whole heap
 */
export function cellsOf(tool: Pick<Tool, WrittenCell & keyof Tool>): Required<ToolCells> {
  const cells: Record<string, unknown> = {};
  for (const field of WRITTEN) cells[field] = tool[field] ?? null;
  return cells as Required<ToolCells>;
}

/** Whether two values of a field are the same; an empty text is none. */
export function sameCell(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one === '' ? null : one, other === '' ? null : other);
}

/** The fields that a row of an import has. */
export function fieldsOf(cells: ToolCells): WrittenCell[] {
  return WRITTEN.filter((field) => field in cells);
}

/** What of a tool's cells has to fit together. */
export function sellingOf(cells: ToolCells) {
  return {
    price: cells.price ?? 0,
    minOrderQuantity: cells.minOrderQuantity ?? 1,
    quantityStep: cells.quantityStep ?? 1,
    priceBreaks: cells.priceBreaks ?? [],
    onSaleFrom: cells.onSaleFrom ?? '',
    onSaleUntil: cells.onSaleUntil ?? '',
  };
}
