import { setImmediate } from 'node:timers/promises';
import type { LineCandidate, PastedLine } from '#contract/buying/order-lines.ts';
import { lineProblem, suggest } from '#contract/buying/quantities.ts';
import type { Database } from '#server/engine/db/client.ts';
import { type FoundTool, toolsByCode, toolsByName } from './find-tools.ts';
import { type Ask, hasLetters, type Match, readRow } from './read-row.ts';
import { rowsOfMail } from './mail-words.ts';
import { plainCode, plainName } from './plain.ts';
import { codeSpellings, nameSpellings, type Spelling } from './spellings.ts';
import { type Row, splitRows } from './split-rows.ts';

const PORTION = 10;
/** Rows beyond these that name no tool get no candidates: each is a search of its own. */
const MOST_SEARCHED = 25;

/** Finds tools that come near to what somebody wrote, best first. */
export type SearchTools = (written: string) => Promise<LineCandidate[]>;

/**
 * Reads what a buyer pasted: which tools, how many of each, and what is doubtful. Rows of one tool are added up; a row
 * without a quantity stays by itself.
 * @param companyId the firm whose own part numbers are understood before the shop's
 * @throws AppError TOO_MANY_ROWS
 */
export async function readOrderLines(
  database: Pick<Database, 'raw'>,
  search: SearchTools,
  text: string,
  companyId?: string,
): Promise<PastedLine[]> {
  const sheet = splitRows(text);
  const codes = await matches(
    sheet.rows,
    (row) => row.cells.flatMap(codeSpellings),
    plainCode,
    (plain) => toolsByCode(database, plain, companyId),
  );
  const nameless = sheet.rows.filter(({ tooLong }, index) => !tooLong && !codes[index]?.some(hasLetters));
  const names = await matches(
    nameless,
    (row) => nameSpellings(row.cells, row.text),
    plainName,
    (plain) => toolsByName(database, plain),
  );
  const namesOf = new Map(nameless.map((row, index) => [row, names[index] ?? []]));
  const naming = sheet.rows.filter((row, index) => codes[index]?.length || namesOf.get(row)?.length);
  const mail = rowsOfMail(sheet.rows, new Set(naming));
  const lines = await inPortions(sheet.rows, (row, index) =>
    mail.has(row)
      ? []
      : row.tooLong
        ? [tooLong(row)]
        : readRow(row, sheet, codes[index] ?? [], namesOf.get(row) ?? []).map((ask) => lineOf(row, ask)),
  );
  const added = addUp(lines.flat());
  const unknown = added.filter(({ problem }) => problem === 'NOT_FOUND');
  const searched = [...new Set(unknown.map((line) => soughtIn(line)))]
    .filter((each) => each !== '')
    .slice(0, MOST_SEARCHED);
  const near = new Map(await Promise.all(searched.map(async (each) => [each, await search(each)] as const)));
  return added.map((judgedLine) => {
    const line = withoutTerms(judgedLine);
    if (line.problem !== 'NOT_FOUND') return line;
    const candidates = near.get(soughtIn(line)) ?? [];
    return candidates.some((candidate) => hasAllWords(candidate, soughtIn(line)))
      ? { ...line, candidates, problem: 'AMBIGUOUS' as const }
      : { ...line, candidates };
  });
}

/** Reads rows so many at a time that others' requests come in between. */
async function inPortions<R, T>(rows: readonly R[], read: (row: R, index: number) => T): Promise<T[]> {
  const all: T[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % PORTION === PORTION - 1) await setImmediate();
    all.push(read(row, index));
  }
  return all;
}

type Line = PastedLine & { terms: FoundTool | null };

function withoutTerms({ row, text, toolId, tool, sku, quantity, candidates, problem, suggestion }: Line): PastedLine {
  return { row, text, toolId, tool, sku, quantity, candidates, problem, suggestion };
}

async function matches(
  rows: readonly Row[],
  spellingsOf: (row: Row) => Spelling[],
  plainOf: (written: string) => string,
  find: (plain: string[]) => Promise<Map<string, FoundTool[]>>,
): Promise<Match[][]> {
  const spellings = await inPortions(rows, (row) =>
    spellingsOf(row).map((spelling) => ({ spelling, plain: plainOf(spelling.written) })),
  );
  const found = await find([...new Set(spellings.flat().map(({ plain }) => plain))].filter((plain) => plain !== ''));
  return spellings.map((each) =>
    each.flatMap(({ spelling, plain }) => {
      const tools = found.get(plain);
      return tools ? [{ spelling, tools }] : [];
    }),
  );
}

const NOTHING_FOUND = { candidates: [], suggestion: null, toolId: null, tool: null, sku: null, terms: null };

function tooLong({ row, text }: Row): Line {
  return { ...NOTHING_FOUND, row, text, quantity: null, problem: 'TOO_LONG' };
}

function lineOf({ row, text }: Row, { tools, quantity }: Ask): Line {
  const line = { ...NOTHING_FOUND, row, text, quantity };
  const [tool] = tools;
  if (!tool) return { ...line, problem: 'NOT_FOUND' };
  if (tools.length > 1) return { ...line, candidates: tools.map(candidateOf), problem: 'AMBIGUOUS' };
  return judged({ ...line, toolId: tool.id, tool: tool.name, sku: tool.sku, terms: tool, problem: null });
}

function candidateOf({ id, name, sku }: FoundTool): LineCandidate {
  return { toolId: id, tool: name, sku };
}

/** The line with what is wrong with its quantity. */
function judged(line: Line): Line {
  if (!line.terms) return line;
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
    sums.set(line.toolId, sum ? { ...sum, quantity, text: `${sum.text}\n${line.text}` } : line);
  }
  return kept.flatMap((line) => {
    if (typeof line !== 'string') return [line];
    const sum = sums.get(line);
    return sum ? [judged(sum)] : [];
  });
}

/** What of a row that names no tool is worth a search: its words, without a quantity. */
function soughtIn({ text }: Pick<PastedLine, 'text'>): string {
  return text
    .replaceAll(/[\s"“”;|]+/g, ' ')
    .replaceAll(
      /(?<![\p{L}\p{N}/.,-])\d[\d.,'’]*\s*(?:pieces?|pcs?|stk|stück|ea|each|units?|[x×*])?(?![\p{L}\p{N}/″"'-])(?!\s*(?:mm|cm|oz|kg|g|lb|in)\b)/giu,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}

function hasAllWords({ tool, sku }: LineCandidate, sought: string): boolean {
  const words = sought.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const own = `${tool} ${sku ?? ''}`.toLowerCase();
  return (
    words.length > 0 &&
    words.every((word) => own.includes(word) || (word.endsWith('s') && own.includes(word.slice(0, -1))))
  );
}
