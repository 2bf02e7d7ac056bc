import type { Tool } from '#contract/catalogue/tools.ts';
import { csvOf } from '#web/routes/dashboard/catalogue/import/csv.ts';
import { SHEET_COLUMNS, type SheetColumn } from './sheet-columns.ts';

type ColumnId = SheetColumn['id'];

type Cells = Readonly<Partial<Record<ColumnId, string>>>;

/** What was typed over cells, by tool and column, with the tool as it was when it was first typed over. */
export type Edits = Readonly<Record<string, { tool: Tool; cells: Cells }>>;

/** A text for a cell. */
export interface Put {
  tool: Tool;
  column: SheetColumn;
  text: string;
}

/** The text of a cell, typed over or not. */
export function cellOf(edits: Edits, tool: Tool, column: SheetColumn): string {
  return edits[tool._id]?.cells[column.id] ?? column.text(tool);
}

/** The edits with more cells typed over; one that says again what the tool says is none. */
export function withPuts(edits: Edits, puts: readonly Put[]): Edits {
  const changed = { ...edits };
  for (const { tool, column, text } of puts) {
    const { [column.id]: _before, ...rest } = changed[tool._id]?.cells ?? {};
    const cells = text === column.text(tool) ? rest : { ...rest, [column.id]: text };
    if (Object.keys(cells).length > 0) changed[tool._id] = { tool, cells };
    else delete changed[tool._id];
  }
  return changed;
}

/** How many cells were typed over. */
export function countEdits(edits: Edits): number {
  return Object.values(edits).reduce((sum, { cells }) => sum + Object.keys(cells).length, 0);
}

/** The edits as a sheet that an import takes, with the tools of its rows from the second on. */
export function sheetOf(edits: Edits): { csv: string; tools: Tool[] } {
  const edited = Object.values(edits).map(({ tool, cells }) => ({ tool, cells: withOthers(tool, cells) }));
  const columns = SHEET_COLUMNS.filter(({ id }) => edited.some(({ cells }) => id in cells));
  const rows = edited.map(({ tool, cells }) => [
    tool._id,
    ...columns.map((column) => cells[column.id] ?? (column.cleared ? column.text(tool) : '')),
  ]);
  return { csv: csvOf([['_id', ...columns.map(({ id }) => id)], ...rows]), tools: edited.map(({ tool }) => tool) };
}

/** Cells with those that are sent with them, as they stand in the row: a price unit says nothing without its price. */
function withOthers(tool: Tool, cells: Cells): Cells {
  const others = SHEET_COLUMNS.filter(({ id }) =>
    SHEET_COLUMNS.some((each) => each.sentWith === id && each.id in cells),
  );
  return { ...Object.fromEntries(others.map((column) => [column.id, column.text(tool)])), ...cells };
}

/** Where a cell is: its row among those shown, and its column. */
export interface Place {
  row: number;
  column: number;
}

/** A rectangle of cells, its first and its last. */
interface Range {
  from: Place;
  to: Place;
}

export function rangeOf(one: Place, other: Place): Range {
  return {
    from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
    to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
  };
}

export function isInRange({ from, to }: Range, { row, column }: Place): boolean {
  return row >= from.row && row <= to.row && column >= from.column && column <= to.column;
}

/** The texts of a range, row by row. */
export function copied(tools: readonly Tool[], edits: Edits, { from, to }: Range): string[][] {
  const columns = SHEET_COLUMNS.slice(from.column, to.column + 1);
  return tools.slice(from.row, to.row + 1).map((tool) => columns.map((column) => cellOf(edits, tool, column)));
}

/** What is typed over when cells are pasted: one cell fills the range, more go on from its first as far as there are rows. */
export function pasted(tools: readonly Tool[], { from, to }: Range, cells: readonly (readonly string[])[]): Put[] {
  const [[single] = []] = cells;
  const alone = cells.length === 1 && cells[0]?.length === 1 && single !== undefined;
  const height = alone ? to.row - from.row + 1 : cells.length;
  const puts: Put[] = [];
  for (let down = 0; down < height; down++) {
    const row = alone ? Array.from({ length: to.column - from.column + 1 }, () => single) : (cells[down] ?? []);
    row.forEach((text, right) => {
      const tool = tools[from.row + down];
      const column = SHEET_COLUMNS[from.column + right];
      if (tool && column) puts.push({ tool, column, text: text.trim() });
    });
  }
  return puts;
}

/** What is typed over when the first row of a range is filled down. */
export function filledDown(tools: readonly Tool[], edits: Edits, { from, to }: Range): Put[] {
  const first = tools[from.row];
  if (!first) return [];
  return SHEET_COLUMNS.slice(from.column, to.column + 1).flatMap((column) =>
    tools.slice(from.row + 1, to.row + 1).map((tool) => ({ tool, column, text: cellOf(edits, first, column) })),
  );
}
