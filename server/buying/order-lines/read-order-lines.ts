import { type LineCandidate, MAX_LIST_NOTE, type PastedLine, type PastedLines } from '#contract/buying/order-lines.ts';
import { type CountUnit, saidIn, unitsOf } from '#contract/buying/units.ts';
import { lineProblem, suggest } from '#contract/buying/quantities.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { FoundTool } from './find-tools.ts';
import { inPortions } from './in-portions.ts';
import { lookUpCodes, lookUpNames } from './look-up.ts';
import { rowsOfMail } from './mail-words.ts';
import { meantRows, NOT_SOUGHT, type SearchTools } from './meant-rows.ts';
import { type Ask, hasLetters, readRow } from './read-row.ts';
import { readsAsSentence } from './sentences.ts';
import { type Row, type Sheet, splitRows } from './split-rows.ts';
import { packWritten } from './written-packs.ts';

/**
 * Reads what a buyer pasted: which tools, how many of each, what is doubtful, and what is a note. Rows of one tool are added up; a row
 * without a quantity stays by itself.
 * @param companyId the company whose own part numbers are understood before the shop's
 * @throws AppError TOO_MANY_ROWS
 */
export async function readOrderLines(
  database: Pick<Database, 'raw'>,
  search: SearchTools,
  text: string,
  companyId?: string,
): Promise<PastedLines> {
  const sheet = await splitRows(text);
  const { matches: codes, left } = await lookUpCodes(database, sheet.rows, companyId);
  const nameless = sheet.rows.filter(({ tooLong }, index) => !tooLong && !codes[index]?.some(hasLetters));
  const names = await lookUpNames(database, nameless);
  const leftRows = new Set([...[...left].map((at) => sheet.rows[at]), ...[...names.left].map((at) => nameless[at])]);
  const namesOf = new Map(nameless.map((row, index) => [row, names.matches[index] ?? []]));
  const naming = sheet.rows.filter((row, index) => codes[index]?.length || namesOf.get(row)?.length);
  const mail = rowsOfMail(sheet.rows, new Set(naming));
  const lines = await inPortions(sheet.rows, (row, index) =>
    mail.has(row)
      ? []
      : row.tooLong
        ? [tooLong(row)]
        : readRow(row, sheet, codes[index] ?? [], namesOf.get(row) ?? []).map((ask) => lineOf(row, ask)),
  );
  const { lines: meant, note } = await withMeant(database, search, sheet, lines.flat());
  const leftLines = new Set([...leftRows].map((row) => row?.row));
  const rows = addUp(meant).map((line) => {
    const shown = withoutTerms(line);
    return shown.problem === 'NOT_FOUND' && leftLines.has(line.row) ? { ...shown, lookedUp: false } : shown;
  });
  return { rows, note };
}

/**
 * The lines that name no tool by number or whole name, with what their words mean; sentences without a tool and an amount are a note.
 */
async function withMeant(
  database: Pick<Database, 'raw'>,
  search: SearchTools,
  sheet: Sheet,
  lines: readonly Line[],
): Promise<{ lines: Line[]; note: string }> {
  const unknown = lines.filter(({ problem }) => problem === 'NOT_FOUND').map(({ row }) => row);
  const meant = await meantRows(database, search, sheet, new Set(unknown));
  const said: string[] = [];
  const rows = lines.flatMap((line): Line[] => {
    if (line.problem !== 'NOT_FOUND') return [line];
    const { tool, amount, candidates, fits, lookedUp } = meant.get(line.row) ?? NOT_SOUGHT;
    if (tool && amount) return [{ ...lineOf(line, { ...amount, tools: [tool] }), taken: true }];
    if (readsAsSentence(line.text)) {
      said.push(line.text);
      return [];
    }
    return [{ ...line, candidates, lookedUp, problem: fits ? 'AMBIGUOUS' : 'NOT_FOUND' }];
  });
  return { lines: rows, note: said.join('\n').slice(0, MAX_LIST_NOTE) };
}

/** With what of its tool it is judged by, and the pack that its pieces were counted in. */
type Line = PastedLine & { terms: FoundTool | null; pack: CountUnit | null };

function withoutTerms(line: Line): PastedLine {
  const { terms: _terms, pack, ...shown } = line;
  return shown.quantity === null ? shown : { ...shown, ...saidIn(shown.quantity, pack) };
}

const NOTHING_FOUND = {
  candidates: [],
  suggestion: null,
  toolId: null,
  tool: null,
  sku: null,
  terms: null,
  pack: null,
  unit: null,
  unitName: null,
  unitQuantity: null,
  priceUnit: null,
  units: [],
  lookedUp: true,
  taken: false,
};

function tooLong({ row, text }: Row): Line {
  return { ...NOTHING_FOUND, row, text, quantity: null, problem: 'TOO_LONG' };
}

function lineOf({ row, text }: Pick<Row, 'row' | 'text'>, { tools, ...amount }: Ask): Line {
  const [tool] = tools;
  const line = { ...NOTHING_FOUND, row, text, ...countedOf(amount, tools.length === 1 ? tool! : null) };
  if (!tool) return { ...line, problem: 'NOT_FOUND' };
  if (tools.length > 1) return { ...line, candidates: tools.map(candidateOf), problem: 'AMBIGUOUS' };
  return judged({
    ...line,
    toolId: tool.id,
    tool: tool.name,
    sku: tool.sku,
    priceUnit: tool.priceUnit,
    terms: tool,
    problem: null,
  });
}

type AmountCells = Pick<Line, 'quantity' | 'pack' | 'unit' | 'unitQuantity' | 'units'>;

/** An amount in pieces, where it is known how many each of its units holds; else it is asked, with all that its tool is sold in. */
function countedOf({ quantity, unit, isSaid }: Omit<Ask, 'tools'>, tool: FoundTool | null): AmountCells {
  const packs = tool?.packs ?? [];
  if (unit !== null) {
    const pack = packWritten(unit.written, packs);
    const isOther = unit.isSize || (unit.holds !== null && unit.holds !== pack?.pieces);
    return inPack(unit.count, isOther ? undefined : pack, unit.written, packs);
  }
  // What a scanner read is counted, unless the row says that pieces are.
  if (quantity !== null && !isSaid && tool?.scanned) return inPack(quantity, tool.scanned, tool.scanned.name, packs);
  if (quantity !== null && !isSaid && tool?.scannedBeside)
    return inPack(quantity, undefined, tool.scannedBeside.name, packs);
  return { quantity, pack: null, unit: null, unitQuantity: null, units: [] };
}

/** @param pack undefined: it is asked what was written */
function inPack(count: number, pack: CountUnit | undefined, written: string, packs: readonly CountUnit[]): AmountCells {
  const quantity = count * (pack?.pieces ?? 1);
  if (!pack || !Number.isSafeInteger(quantity))
    return { quantity: null, pack: null, unit: written, unitQuantity: count, units: unitsOf(packs) };
  return { quantity, pack, unit: null, unitQuantity: null, units: [] };
}

function candidateOf({ id, name, sku }: FoundTool): LineCandidate {
  return { toolId: id, tool: name, sku };
}

/** The line with what is wrong with its quantity. */
function judged(line: Line): Line {
  if (!line.terms) return line;
  if (line.unit !== null && line.quantity === null) return { ...line, problem: 'UNKNOWN_UNIT' };
  if (line.quantity === null) return { ...line, problem: 'NO_QUANTITY', suggestion: suggest(line.terms, 1) };
  const problem = lineProblem(line.terms, line.quantity);
  return { ...line, problem, suggestion: problem === null ? null : suggest(line.terms, line.quantity) };
}

/** Adds up the rows of one tool where the first of them stands. */
function addUp(lines: Line[]): Line[] {
  const sums = new Map<string, Line>();
  const kept: (Line | string)[] = [];
  for (const line of lines) {
    if (line.toolId === null || line.quantity === null) {
      kept.push(line);
      continue;
    }
    const sum = sums.get(line.toolId);
    if (!sum) kept.push(line.toolId);
    const quantity = Math.min((sum?.quantity ?? 0) + line.quantity, Number.MAX_SAFE_INTEGER);
    // Counted in a pack where all rows were.
    const pack = sum && sum.pack?.code !== line.pack?.code ? null : line.pack;
    sums.set(line.toolId, sum ? { ...sum, quantity, pack, text: `${sum.text}\n${line.text}` } : line);
  }
  return kept.flatMap((line) => {
    if (typeof line !== 'string') return [line];
    const sum = sums.get(line);
    return sum ? [judged(sum)] : [];
  });
}
