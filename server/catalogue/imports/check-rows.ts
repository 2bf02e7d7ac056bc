import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type CellProblem, ERRORS_SHOWN, type ImportFindings, SHEET_COLUMNS } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Config } from '#server/config.ts';
import { createKeptPictures } from '#server/engine/pictures/kept-pictures.ts';
import type { Db } from '#server/engine/db/client.ts';
import { sentFiles } from '#server/catalogue/documents/document-files.ts';
import { letters } from '#server/engine/sheets/write-sheet.ts';
import type { ReadProblem, ReadRow } from '#sheets/sheet-rows.ts';
import type { NumberStyle, WrittenSoFar } from './cell-values.ts';
import type { TaughtHeadings } from './columns.ts';
import { headingPlace, isFilled } from './heading-row.ts';
import { keptOf } from './kept-cells.ts';
import { type Match, matchTools, plainText, stockSums } from './match-tools.ts';
import { nameOfColumn, readRow, type SheetRow } from './read-row.ts';
import { readHeadings, type SheetHeadings, type WantedColumns } from './sheet-headings.ts';
import { numbersOf, toolsByGtin } from '#server/catalogue/tools/gtins.ts';
import { notWhole, whatIsNotWhole } from '#server/catalogue/tools/price-units.ts';
import { stageChange, stageNew } from './stage-row.ts';
import type { StagedRow } from './staged-row.ts';

interface CheckedPart {
  staged: StagedRow[];
  unchanged: number;
  errors: CellProblem[];
  /** Fields of new tools in which something stands in, each as often as it does. */
  missing: string[];
}

/** After so many rows others have the processor for a moment: a part at once would keep all calls waiting for some ten ms. */
const AT_A_STRETCH = 20;

/** Checks the rows of one sheet, part by part; it remembers its headings and which tools it has met. */
interface RowChecker {
  check(db: Db, part: readonly ReadRow[]): Promise<CheckedPart>;
  /** Whether its headings say what each column is. */
  isUsable(): boolean;
  /** What headings are taken for that are none by themselves. */
  columns(): ImportFindings['columns'];
  /** Where the headings stand; 0: there are none. */
  headingRow(): number;
  /** What the reader found beside the cells, and what the sheet as a whole leaves open, in the words of this sheet. */
  problems(found: readonly ReadProblem[]): CellProblem[];
}

type Stager = Awaited<ReturnType<SheetKind['stager']>>;

/** What a sheet is of. */
export interface SheetKind extends WantedColumns {
  /** What rows do to their tools, null where there is none yet. The answer is null where a row does nothing, or cannot. */
  stager(
    db: Db,
    tools: readonly Tool[],
    rows: readonly SheetRow[],
  ): Promise<(row: SheetRow, tool: Tool | null) => StagedRow | null>;
}

/** A sheet of tools, of which those that are not there yet are new ones. */
export function sheetOfTools(config: Pick<Config, 'imageHosts' | 's3' | 'dataDir'>): SheetKind {
  const pictures = createKeptPictures(config);
  /** Whose each number under a bar code is, those of this sheet's earlier rows among them. */
  const owners = new Map<string, string>();
  return {
    columns: SHEET_COLUMNS,
    takesAttributes: true,
    async stager(db, tools, rows) {
      const sent = await sentFiles(
        db,
        rows.flatMap(({ documents }) => documents.map(({ token }) => token)),
      );
      const there = new Set(tools.map(({ image }) => image));
      const missing = await pictures.missing(
        rows.flatMap(({ cells: { image } }) => (typeof image === 'string' && !there.has(image) ? [image] : [])),
      );
      const gtins = rows.flatMap(({ cells: { gtin }, packs }) =>
        numbersOf({ gtin, packs: (packs?.said ?? []).map((pack) => ({ name: '', ...pack })) }).map((each) => each.gtin),
      );
      for (const [gtin, ids] of await toolsByGtin(db, gtins)) for (const id of ids) owners.set(gtin, id);
      const cannotFollow = await unfollowed(db, tools, rows);
      const kept = await keptOf(
        db,
        tools.map(({ _id }) => _id),
      );
      const files = { sent, missing, imageHosts: config.imageHosts, owners, cannotFollow, kept };
      return (row, tool) => (tool ? stageChange(row, tool, files) : stageNew(row, files));
    },
  };
}

/** What of lists and costs has no whole cents for the price units of a sheet, by tool and unit. */
async function unfollowed(db: Db, tools: readonly Tool[], rows: readonly SheetRow[]): Promise<Map<string, string>> {
  const units = new Set(rows.flatMap(({ cells: { priceUnit } }) => (typeof priceUnit === 'number' ? [priceUnit] : [])));
  const changes = [...units].flatMap((to) =>
    tools.flatMap(({ _id, priceUnit: from }) => (from === to ? [] : [{ toolId: _id, from, to }])),
  );
  const found = await whatIsNotWhole(db, changes);
  return new Map(found.map((each) => [`${each.toolId} ${each.to}`, notWhole(each).message]));
}

export function createRowChecker(kind: SheetKind, reading: NumberStyle, taught: TaughtHeadings): RowChecker {
  let headings: SheetHeadings | undefined;
  /** In which row each tool, or each stock number or name of a new one, was met. */
  const met = new Map<string, number>();
  /** Where commas were taken to part thousands, until the sheet has been read to its end. */
  const doubtful: CellProblem[] = [];
  /** Whether nothing in the sheet says that they do. */
  const areDoubtful = ({ isMixed, hasPoints }: WrittenSoFar) => isMixed || !hasPoints;

  /** What a row does to its tool; null where it does nothing, or cannot be understood. */
  const stage = (row: SheetRow, found: Match, staged: Stager): StagedRow | null => {
    const complain = (column: string, message: string) => row.errors.push({ row: row.row, column, message });
    if (found && 'problem' in found) complain(found.column, found.problem);
    else if (!found && row.keys.sku === null && row.keys.name === null) {
      const message = 'This row has no _id, sku or name to say which tool it is';
      if (row.errors.length === 0) complain('', message);
    } else {
      meet(met, row, found?.tool ?? null);
      return staged(row, found?.tool ?? null);
    }
    return null;
  };

  return {
    async check(db, part) {
      const result: CheckedPart = { staged: [], unchanged: 0, errors: [], missing: [] };
      let rows = part;
      if (headings === undefined) {
        const first = headingPlace(part, taught, reading.attributes);
        const head = part[first];
        if (!head) return result;
        headings = readHeadings(head, taught, kind, reading.attributes);
        result.errors.push(...headings.errors);
        rows = part.slice(first + 1);
      }
      if (!headings.usable) return result;
      const read: SheetRow[] = [];
      for (const [at, row] of rows.entries()) {
        if (row.cells.some(isFilled)) read.push(readRow(row, headings, reading));
        if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await letOthersRun();
      }
      const matcher = await matchTools(
        db,
        read.map(({ keys }) => keys),
      );
      const matches = read.map((row) => ({ row, found: matcher.match(row.keys) }));
      const stager = await kind.stager(
        db,
        matches.flatMap(({ found }) => (found && 'tool' in found ? [found.tool] : [])),
        read,
      );
      for (const [at, { row, found }] of matches.entries()) {
        if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await letOthersRun();
        const staged = stage(row, found, stager);
        if (row.errors.length === 0 && staged) {
          result.staged.push(staged);
          if (row.doubtful) doubtful.push(doubtful.length < ERRORS_SHOWN ? row.doubtful : inShort(row.doubtful));
        } else if (row.errors.length === 0) result.unchanged++;
        result.errors.push(...row.errors);
        result.missing.push(...row.missing);
      }
      await noteStock(db, result.staged);
      return result;
    },
    isUsable: () => headings !== undefined && headings.errors.length === 0,
    columns: () => headings?.taken ?? [],
    headingRow: () => headings?.row ?? 0,
    problems: (found) => [
      ...(headings === undefined ? [{ row: 1, column: '', message: 'This sheet has no rows' }] : []),
      // What stands above the headings is no row of a tool.
      ...found
        .filter(({ row }) => row >= (headings?.row ?? 0))
        .map(({ row, column, message }) => ({ row, column: column === null ? '' : nameOf(column), message })),
      ...(reading.written && areDoubtful(reading.written) ? doubtful : []),
    ],
  };

  function nameOf(place: number): string {
    const column = headings?.columns[place];
    return column ? nameOfColumn(column, reading.attributes) : letters(place);
  }
}

/** One of half a million, with words that all of them share. */
function inShort({ row, column }: CellProblem): CellProblem {
  return { row, column, message: 'Write this number without a thousands separator' };
}

/** The tool or the new one's keys, once in a sheet. */
function meet(met: Map<string, number>, read: SheetRow, tool: Tool | null): void {
  const [sku, name] = [read.keys.sku, read.keys.name].map((each) => (each === null ? null : plainText(each)));
  const key = tool ? `_id ${tool._id}` : sku === null ? `name ${name}` : `sku ${sku}`;
  const earlier = met.get(key);
  if (earlier === undefined) met.set(key, read.row);
  else {
    const column = tool && read.keys._id !== null ? '_id' : sku === null ? 'name' : 'sku';
    read.errors.push({ row: read.row, column, message: `Row ${earlier} is about the same tool` });
  }
}

/** Notes at which stock a change of it was looked at, so that sales meanwhile are seen. */
async function noteStock(db: Db, rows: readonly StagedRow[]): Promise<void> {
  const counted = rows.filter(({ isNew, after }) => !isNew && 'availableQuantity' in after);
  const sums = await stockSums(
    db,
    counted.map(({ toolId }) => toolId),
  );
  for (const staged of counted) staged.stockSeen = sums(staged.toolId);
}
