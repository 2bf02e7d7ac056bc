/** A cell as the file has it; a problem where it cannot be understood, but as a day in the columns of days. */
export type ReadCell = string | number | boolean | null | { problem: string; day?: string };

/** A row with its number in the spreadsheet. */
export interface ReadRow {
  row: number;
  cells: ReadCell[];
}

/** What is wrong beside the cells themselves. @param column the place of the column, from 0; null: of the whole row */
export interface ReadProblem {
  row: number;
  column: number | null;
  message: string;
}

/** A file's rows, in parts; `problems` are complete once all rows were read. */
export interface SheetReader {
  parts: AsyncIterable<ReadRow[]>;
  problems: ReadProblem[];
  /** Whether a comma between digits is more likely a decimal comma. */
  decimalCommas: boolean;
}

/** How many rows are read at once: so few that nobody waits for them. */
export const PART = 200;
