import { type ReadProblem, type ReadRow, RowGatherer, type SheetReader } from './sheet-rows.ts';
import { STATEMENT_COLUMNS } from './statement-columns.ts';

/** What a row of a statement says, in the order of STATEMENT_COLUMNS. */
type Cells = (string | number)[];

/** The rows of one file or of several, below STATEMENT_COLUMNS, as they are found. */
export class StatementRows {
  private row = 1;
  private readonly gatherer: RowGatherer;

  constructor(problems: ReadProblem[]) {
    this.gatherer = new RowGatherer(problems);
    this.gatherer.add({ row: this.row, cells: [...STATEMENT_COLUMNS] });
  }

  line(cells: Cells): void {
    this.gatherer.add({ row: ++this.row, cells });
  }

  /** Balances are no rows of their own: they stand with the last payment before them. */
  balance(which: string, amount: string | number): void {
    this.gatherer.add({ row: this.row, cells: [which, amount, '', '', '', '', '', '', '', ''] });
  }

  /** A file that is left out, and why. */
  leftOut(why: string): void {
    this.line(['', '', '', why]);
  }

  complain(message: string): void {
    this.gatherer.complain(this.row, null, message);
  }

  /** The parts that are full, once. */
  full(): ReadRow[][] {
    return this.gatherer.full();
  }

  /** All that was not given yet. */
  rest(): ReadRow[][] {
    return this.gatherer.rest();
  }
}

/** Reads one file's text to rows, and gives the parts that are full. */
export type ReadStatement = (text: AsyncIterable<string>, rows: StatementRows) => AsyncIterable<ReadRow[]>;

/** A file of a bank and who reads it, or why it is left out. */
export type StatementSource =
  | { name: string; text: AsyncIterable<string>; read: ReadStatement }
  | { name: string; leftOut: string };

/** The statements of one file, or of all in an archive. */
export function readStatements(sources: AsyncIterable<StatementSource>): SheetReader {
  const problems: ReadProblem[] = [];
  return { parts: rowsOf(sources, problems), problems, decimalCommas: false, hasCommas: false };
}

async function* rowsOf(sources: AsyncIterable<StatementSource>, problems: ReadProblem[]): AsyncGenerator<ReadRow[]> {
  const rows = new StatementRows(problems);
  for await (const source of sources) {
    if ('leftOut' in source) rows.leftOut(`${source.name}: ${source.leftOut}`);
    else yield* source.read(source.text, rows);
  }
  yield* rows.rest();
}
