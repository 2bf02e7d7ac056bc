import { inEnglish, type Sentence, sentence } from '#contract/sentences.ts';

/**
 * A cell as the file has it; an amount where its format shows a currency; a problem where it cannot be understood, but as a
 * day in the columns of days.
 */
export type ReadCell =
  | string
  | number
  | boolean
  | null
  | { amount: number; currency: string }
  | { problem: string; day?: string };

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
  /** Whether commas stand between its cells, so that numbers have them for thousands alone. */
  hasCommas: boolean;
}

/** Why nothing of a file can be read: it is no sheet or a damaged one, or there is more in it than is looked at. */
export class SheetProblem extends Error {
  readonly kind: 'unreadable' | 'too-large' | 'empty';
  readonly sentence: Sentence;

  constructor(kind: SheetProblem['kind'], said: Sentence, cause?: unknown) {
    super(inEnglish(said), { cause });
    this.kind = kind;
    this.sentence = said;
  }
}

/** Spreadsheets have at most so many rows. */
export const MAX_ROW = 1_048_576;
/** The most columns that are read; what stands beyond them is a problem of its row. */
export const MAX_COLUMNS = 256;
/** The longest text of one cell, in characters: more than spreadsheets keep, and than any field takes. */
export const MAX_CELL = 40_000;
/** The most characters of one row. */
export const MAX_ROW_TEXT = 1_000_000;
/** The most problems beside the cells, such as merged ones, before the file is refused. */
const MAX_PROBLEMS = 1_000;

/** How many rows are given at once, and how many characters: so few that nobody waits for them. */
export const PART_ROWS = 200;
const PART_TEXT = 1_000_000;

/** Gathers rows to parts and holds each row to its bounds. */
export class RowGatherer {
  private parts: ReadRow[][] = [];
  private rows: ReadRow[] = [];
  private text = 0;
  private readonly problems: ReadProblem[];

  constructor(problems: ReadProblem[]) {
    this.problems = problems;
  }

  /** @throws SheetProblem as `complain` does */
  add({ row, cells }: ReadRow): void {
    // Nobody has to be asked for the next of a million lines with nothing in them.
    if (cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))) return;
    if (cells.slice(MAX_COLUMNS).some((cell) => cell !== null && cell !== ''))
      this.complain(row, null, `This row has more than ${MAX_COLUMNS} columns`);
    const kept = cells.slice(0, MAX_COLUMNS).map(shortEnough);
    const text = kept.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
    if (text > MAX_ROW_TEXT) {
      this.complain(row, null, `A row may have at most ${MAX_ROW_TEXT.toLocaleString('en-US')} characters`);
      return;
    }
    this.rows.push({ row, cells: kept });
    this.text += text;
    if (this.rows.length >= PART_ROWS || this.text >= PART_TEXT) this.close();
  }

  /** @throws SheetProblem where there are too many to be told */
  complain(row: number, column: number | null, message: string): void {
    if (this.problems.length >= MAX_PROBLEMS)
      throw new SheetProblem(
        'too-large',
        sentence('More than {most, number} places of this sheet cannot be read. In row {row}: {message}', {
          most: MAX_PROBLEMS,
          row: String(row),
          message,
        }),
      );
    this.problems.push({ row, column, message });
  }

  /** The parts that are full, once. */
  full(): ReadRow[][] {
    return this.parts.splice(0);
  }

  /** All that was not given yet. */
  rest(): ReadRow[][] {
    this.close();
    return this.full();
  }

  private close(): void {
    if (this.rows.length > 0) this.parts.push(this.rows);
    this.rows = [];
    this.text = 0;
  }
}

function shortEnough(cell: ReadCell): ReadCell {
  if (typeof cell !== 'string' || cell.length <= MAX_CELL) return cell;
  return { problem: `A cell may have at most ${MAX_CELL.toLocaleString('en-US')} characters` };
}
