import { inEnglish } from '#contract/sentences.ts';
import { isDeepStrictEqual } from 'node:util';
import { type ToolCells, WRITTEN, type WrittenCell } from '#contract/catalogue/imports.ts';
import { contradictions, type Tool } from '#contract/catalogue/tools.ts';

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

/**
 * The fields in which a tool is otherwise than it was seen or written.
 * @param stockStays whether nobody but buyers moved its stock since
 */
export function changedSince(tool: Tool, cells: ToolCells, stockStays: boolean): WrittenCell[] {
  const now = cellsOf(tool);
  return fieldsOf(cells).filter((field) =>
    field === 'availableQuantity' ? !stockStays : !sameCell(now[field], cells[field]),
  );
}

/** What of a tool's cells does not fit together, at the column that it is said of. */
export function contradictionsIn(cells: ToolCells): { column: string; message: string }[] {
  const issues = contradictions({
    price: cells.price ?? 0,
    minOrderQuantity: cells.minOrderQuantity ?? 1,
    quantityStep: cells.quantityStep ?? 1,
    priceBreaks: cells.priceBreaks ?? [],
    onSaleFrom: cells.onSaleFrom ?? '',
    onSaleUntil: cells.onSaleUntil ?? '',
  });
  return issues.map(({ path, message }) => ({ column: path.split('.')[0] ?? '', message: inEnglish(message) }));
}
