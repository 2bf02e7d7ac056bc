import { setImmediate as others } from 'node:timers/promises';
import {
  IMPORTED,
  type ImportedField,
  type ImportFindings,
  type CellProblem,
  type ToolCells,
} from '#contract/catalogue/imports.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { contradictions, NewTool, type Tool } from '#contract/catalogue/tools.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { isFromKnownHost, knownHosts } from '#server/engine/pictures/picture-hosts.ts';
import { letters } from '#server/engine/sheets/write-sheet.ts';
import type { ReadCell, ReadProblem, ReadRow } from '#sheets/sheet-rows.ts';
import { cellValue, type Reading, stockChangeOf } from './cell-values.ts';
import { columnOf, MAX_HEADING, type SheetColumn, takenFor, type TaughtHeadings } from './columns.ts';
import type { StagedRow } from './staged-row.ts';
import { standIns } from './stand-ins.ts';
import { matchTools, plainText, type RowKeys, stockSums } from './match-tools.ts';
import { cellsOf, fieldsOf, sameCell } from './same-cell.ts';

export interface CheckedPart {
  staged: StagedRow[];
  unchanged: number;
  errors: CellProblem[];
  /** Fields of new tools in which something stands in, each as often as it does. */
  missing: string[];
}

/** After so many rows others have the processor for a moment: a part at once would keep all calls waiting for some ten ms. */
const AT_A_STRETCH = 20;

/** What a spreadsheet writes when it takes a stock number for a day or for a large number. */
const DISTORTED =
  /^(\d{1,2}[-. ]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*([-. ]\d{2,4})?|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. ]\d{1,4}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{4}-\d\d-\d\d( 00:00:00)?|\d([.,]\d+)?E\+\d+)$/i;

interface Row {
  row: number;
  keys: RowKeys;
  cells: ToolCells;
  /** Pieces that come to the stock, or go. */
  stockChange: number | null;
  errors: CellProblem[];
  missing: string[];
}

/** Checks the rows of one sheet, part by part; it remembers its headings and which tools it has met. */
export interface RowChecker {
  check(db: Db, part: readonly ReadRow[]): Promise<CheckedPart>;
  /** What headings are taken for that are none by themselves. */
  columns(): ImportFindings['columns'];
  /** What the reader found beside the cells, in the words of this sheet. */
  problems(found: readonly ReadProblem[]): CellProblem[];
}

export function createRowChecker(
  config: Pick<Config, 'imageHosts'>,
  reading: Reading,
  taught: TaughtHeadings,
): RowChecker {
  const columns: ImportFindings['columns'] = [];
  let headings: (SheetColumn | null)[] | undefined;
  let headingsRow = 0;
  let usable = false;
  /** Columns that were complained of already: at a heading that nobody knows, or at the first cell below none. */
  const nameless = new Set<number>();
  /** In which row each tool, or each stock number or name of a new one, was met. */
  const met = new Map<string, number>();

  const nameOf = (column: number) => headings?.[column] ?? letters(column);

  const readHeadings = ({ row, cells }: ReadRow): CellProblem[] => {
    headingsRow = row;
    const errors: CellProblem[] = [];
    const seen = new Set<SheetColumn>();
    headings = cells.map((cell, place) => {
      const text = typeof cell === 'string' ? cell.trim() : cell === null ? '' : '?';
      if (text === '') return null;
      const column = takenFor(text, taught);
      if (column !== columnOf(text)) columns.push({ heading: text.slice(0, MAX_HEADING), column });
      if (column === '') nameless.add(place);
      if (column === '') return null;
      if (column === null) {
        const message = `There is no column of this name. Known are _id, stockChange, ${IMPORTED.join(', ')}`;
        errors.push({ row, column: text === '?' ? letters(place) : text, message });
        nameless.add(place);
        return null;
      }
      if (seen.has(column)) errors.push({ row, column: text, message: `Two columns are ${column}` });
      seen.add(column);
      return column;
    });
    usable = seen.has('_id') || seen.has('sku') || seen.has('name');
    if (!usable)
      errors.push({ row, column: '', message: 'The first row must be the headings, one of them _id, sku or name' });
    return errors;
  };

  const readRow = ({ row, cells }: ReadRow): Row => {
    const read: Row = {
      row,
      keys: { _id: null, sku: null, name: null },
      cells: {},
      stockChange: null,
      errors: [],
      missing: [],
    };
    cells.forEach((cell, place) => {
      if (cell === null || cell === '') {
        const column = headings?.[place];
        if (column && CLEARED.has(column))
          Object.assign(read.cells, { [column]: column === 'priceBreaks' ? [] : null });
        return;
      }
      const column = headings?.[place];
      if (column) readCell(read, column, cell);
      else if (!nameless.has(place)) {
        nameless.add(place);
        read.errors.push({ row, column: letters(place), message: 'This column has no heading that is known' });
      }
    });
    // Spreadsheets leave out the empty cells at the end of a row.
    for (let place = cells.length; place < (headings?.length ?? 0); place++) {
      const column = headings?.[place];
      if (column && CLEARED.has(column)) Object.assign(read.cells, { [column]: column === 'priceBreaks' ? [] : null });
    }
    return read;
  };

  const readCell = (read: Row, column: SheetColumn, cell: ReadCell) => {
    if (column === '_id') {
      if (typeof cell === 'object' && cell !== null)
        read.errors.push({ row: read.row, column, message: problemOf(cell) });
      else if (String(cell).trim() !== '') read.keys._id = String(cell).trim();
      return;
    }
    if (column === 'stockChange') {
      const change = stockChangeOf(cell, reading);
      if (typeof change === 'object' && change !== null)
        read.errors.push({ row: read.row, column, message: change.problem });
      else read.stockChange = change;
      return;
    }
    const value = cellValue(column, cell, reading);
    if (value.kind === 'problem') read.errors.push({ row: read.row, column, message: value.message });
    else if (value.kind === 'value') {
      Object.assign(read.cells, { [column]: value.value });
      if (column === 'sku' || column === 'name') read.keys[column] = String(value.value);
    } else if (CLEARED.has(column)) Object.assign(read.cells, { [column]: column === 'priceBreaks' ? [] : null });
  };

  /** The tool or the new one's keys, once in a sheet. */
  const meet = (read: Row, tool: Tool | null): void => {
    const [sku, name] = [read.keys.sku, read.keys.name].map((each) => (each === null ? null : plainText(each)));
    const key = tool ? `_id ${tool._id}` : sku === null ? `name ${name}` : `sku ${sku}`;
    const earlier = met.get(key);
    if (earlier === undefined) met.set(key, read.row);
    else {
      const column = tool && read.keys._id !== null ? '_id' : sku === null ? 'name' : 'sku';
      read.errors.push({ row: read.row, column, message: `Row ${earlier} is about the same tool` });
    }
  };

  /** A difference as the stock that it leads to. */
  const count = (read: Row, there: number): void => {
    if (read.stockChange === null) return;
    const complain = (message: string) => read.errors.push({ row: read.row, column: 'stockChange', message });
    const left = there + read.stockChange;
    if ('availableQuantity' in read.cells) complain('Give either availableQuantity or stockChange');
    else if (left < 0) complain(`There are only ${there.toLocaleString('en-US')} pieces to take from`);
    else if (left > MAX_PIECES) complain(`A stock has at most ${MAX_PIECES.toLocaleString('en-US')} pieces`);
    else read.cells.availableQuantity = left;
  };

  const change = (read: Row, tool: Tool): StagedRow | null => {
    count(read, tool.availableQuantity);
    const now = cellsOf(tool);
    for (const field of ['sku', 'name'] as const)
      if (plainText(read.cells[field] ?? '') === plainText(now[field] ?? '') && field in read.cells)
        Object.assign(read.cells, { [field]: now[field] });
    const changed = fieldsOf(read.cells).filter((field) => !sameCell(now[field], read.cells[field]));
    const pick = (cells: ToolCells): ToolCells => Object.fromEntries(changed.map((field) => [field, cells[field]]));
    refuse(read, { ...now, ...read.cells }, changed);
    if (changed.length === 0) return null;
    return {
      row: read.row,
      toolId: tool._id,
      isNew: false,
      name: tool.name,
      before: pick(now),
      after: pick(read.cells),
      stockSeen: null,
    };
  };

  const create = (read: Row): StagedRow => {
    count(read, 0);
    for (const field of ['sku', 'name'] as const) {
      const cell = read.cells[field];
      if (typeof cell === 'string') read.cells[field] = plainText(cell);
    }
    const given: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(read.cells)) if (value !== null) given[field] = value;
    for (const [field, value] of Object.entries(standIns(read.cells))) {
      if (field in given) continue;
      given[field] = value;
      read.missing.push(field);
    }
    const parsed = NewTool.safeParse(given);
    const broken = new Set(read.errors.map(({ column }) => column));
    for (const issue of parsed.success ? [] : parsed.error.issues) {
      const column = String(issue.path[0] ?? '');
      if (broken.has(column)) continue;
      const missing = !(column in given);
      read.errors.push({ row: read.row, column, message: missing ? `A new tool needs ${column}` : issue.message });
    }
    const after: ToolCells = parsed.success ? cellsOf(parsed.data) : {};
    refuse(read, after, fieldsOf(after));
    return {
      row: read.row,
      toolId: newId(),
      isNew: true,
      name: read.keys.name ?? '',
      before: {},
      after,
      stockSeen: null,
    };
  };

  const refuse = (read: Row, tool: ToolCells, written: readonly ImportedField[]) => {
    const { price, minOrderQuantity, quantityStep, priceBreaks, onSaleFrom, onSaleUntil, image, sku } = tool;
    const complain = (column: string, message: string) => read.errors.push({ row: read.row, column, message });
    if (written.length > 0 && typeof price === 'number' && typeof minOrderQuantity === 'number')
      for (const { path, message } of contradictions({
        price,
        minOrderQuantity,
        quantityStep: quantityStep ?? 1,
        priceBreaks: priceBreaks ?? [],
        onSaleFrom: onSaleFrom ?? '',
        onSaleUntil: onSaleUntil ?? '',
      }))
        complain(path.split('.')[0] ?? '', message);
    if (written.includes('image') && typeof image === 'string' && !isFromKnownHost(image, config))
      complain('image', knownHosts(config));
    if (written.includes('sku') && typeof sku === 'string' && DISTORTED.test(sku))
      complain(
        'sku',
        'A spreadsheet made a date or a rounded number of this. Format the column as text and type it again',
      );
  };

  return {
    async check(db, part) {
      const result: CheckedPart = { staged: [], unchanged: 0, errors: [], missing: [] };
      let rows = part;
      if (headings === undefined) {
        const first = part.findIndex(({ cells }) => cells.some(isFilled));
        const head = part[first];
        if (!head) return result;
        result.errors.push(...readHeadings(head));
        rows = part.slice(first + 1);
      }
      // Without them every row would be wrong in the same way.
      if (!usable) return result;
      const read: Row[] = [];
      for (const [at, row] of rows.entries()) {
        if (row.cells.some(isFilled)) read.push(readRow(row));
        if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await others();
      }
      const matcher = await matchTools(
        db,
        read.map(({ keys }) => keys),
      );
      for (const [at, each] of read.entries()) {
        if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await others();
        const found = matcher.match(each.keys);
        if (found && 'problem' in found)
          each.errors.push({ row: each.row, column: found.column, message: found.problem });
        else if (!found && each.keys.sku === null && each.keys.name === null) {
          if (each.errors.length === 0)
            each.errors.push({
              row: each.row,
              column: '',
              message: 'This row has no _id, sku or name, so that nobody knows which tool it is',
            });
        } else {
          meet(each, found?.tool ?? null);
          const staged = found ? change(each, found.tool) : create(each);
          if (each.errors.length === 0 && staged) result.staged.push(staged);
          else if (each.errors.length === 0) result.unchanged++;
        }
        result.errors.push(...each.errors);
        result.missing.push(...each.missing);
      }
      const counted = result.staged.filter(({ isNew, after }) => !isNew && 'availableQuantity' in after);
      const sums = await stockSums(
        db,
        counted.map(({ toolId }) => toolId),
      );
      for (const staged of counted) staged.stockSeen = sums(staged.toolId);
      return result;
    },
    columns: () => columns,
    problems: (found) => [
      ...(headings === undefined ? [{ row: 1, column: '', message: 'This sheet has no rows' }] : []),
      // What stands above the headings is no row of a tool.
      ...found
        .filter(({ row }) => row >= headingsRow)
        .map(({ row, column, message }) => ({ row, column: column === null ? '' : nameOf(column), message })),
    ],
  };
}

/** Fields that an empty cell clears; it leaves all others as they are. */
const CLEARED: ReadonlySet<SheetColumn> = new Set([
  'sku',
  'category',
  'family',
  'priceBreaks',
  'onSaleFrom',
  'onSaleUntil',
]);

function problemOf(cell: ReadCell & object): string {
  return 'problem' in cell ? cell.problem : 'This is an amount of money, and no _id';
}

function isFilled(cell: ReadCell): boolean {
  return cell !== null && (typeof cell !== 'string' || cell.trim() !== '');
}
