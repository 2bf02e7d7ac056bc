import type { FoundTool } from './find-tools.ts';
import { blank, type Match } from './match.ts';
import type { Row, Sheet } from './split-rows.ts';
import { type Amount, amountIn } from './amount-in-row.ts';
import { writtenNumbers } from './written-numbers.ts';

/** One thing that a row asks for. */
export interface Ask extends Amount {
  tools: FoundTool[];
}

/**
 * What a row asks for: its tools by stock number, each with the quantity that belongs to it.
 * @param codes where stock numbers of the shop stand in it
 * @param names where whole names of tools stand in it; read only where no stock number with letters does
 */
export function readRow(row: Row, sheet: Sheet, codes: Match[], names: Match[]): Ask[] {
  const chosen = withoutTwins(bestMatches(codes, row));
  if (chosen.length > 1) {
    const parts = cutBetween(row, sheet, chosen);
    if (parts) return parts.map(({ part, match }) => ({ tools: match.tools, ...amountIn(part, sheet, [match]) }));
  }
  const named = chosen.length > 0 ? chosen : bestMatches(names, row).slice(0, 1);
  const found = named.length > 0 ? named : codes.filter((code) => isWholeRow(code, row)).slice(0, 1);
  const [match] = found;
  if (!match) return [{ tools: [], ...amountIn(row, sheet, []) }];
  // What else names the tool, as a plain number that a company calls it by, is not how many of it are wanted.
  const again = hasLetters(match) ? codes.filter((code) => isSameTool(code, match)) : [];
  const scanned = again.flatMap(({ tools: [tool] }) => (tool?.scanned ? [tool.scanned] : []))[0];
  const tools = scanned ? match.tools.map((tool) => ({ ...tool, scannedBeside: scanned })) : match.tools;
  return [{ tools, ...amountIn(row, sheet, [...found, ...again]) }];
}

function isWholeRow({ spelling }: Match, { cells: [cell, ...more] }: Row): boolean {
  return more.length === 0 && spelling.written === cell?.trim();
}

function isSameTool({ tools: one }: Match, { tools: other }: Match): boolean {
  return one.length === 1 && other.length === 1 && one[0]?.id === other[0]?.id;
}

/** Of stretches that overlap the longest, unless it swallowed a number that an exactly written stock number leaves free. */
function bestMatches(matches: Match[], row: Row): Match[] {
  const exact = ({ spelling, tools }: Match) =>
    tools.some(({ sku }) => sku !== null && sku.toLowerCase() === spelling.written.toLowerCase());
  const length = ({ spelling }: Match) => spelling.written.replaceAll(/[\s/\\-]/g, '').length;
  // A plain number is a stock number only where nothing else is.
  const wordy = matches.filter(hasLetters);
  const usable = wordy.length > 0 ? wordy : matches.filter((match) => leavesANumber(match, row));
  const sorted = usable.toSorted((one, other) => {
    const swallowed = (longer: Match, shorter: Match) =>
      exact(shorter) && !exact(longer) && overlap(longer, shorter) && length(longer) > length(shorter);
    if (swallowed(one, other)) return 1;
    if (swallowed(other, one)) return -1;
    return (
      length(other) - length(one) ||
      one.spelling.cell - other.spelling.cell ||
      one.spelling.start - other.spelling.start
    );
  });
  const chosen: Match[] = [];
  for (const match of sorted) if (!chosen.some((other) => overlap(match, other))) chosen.push(match);
  return chosen.toSorted(
    (one, other) => one.spelling.cell - other.spelling.cell || one.spelling.start - other.spelling.start,
  );
}

/** Whether it is written with letters, so that it cannot be a quantity. */
export function hasLetters({ spelling }: Match): boolean {
  return /\p{L}/u.test(spelling.written);
}

function overlap({ spelling: one }: Match, { spelling: other }: Match): boolean {
  return one.cell === other.cell && one.start < other.end && other.start < one.end;
}

function leavesANumber({ spelling }: Match, row: Row): boolean {
  return row.cells.some((cell, index) => {
    const rest = index === spelling.cell ? blank(cell, spelling.start, spelling.end) : cell;
    return writtenNumbers(rest, row.cells.length === 1).some(({ count }) => count !== null);
  });
}

/** The same tool named twice in a row is asked for once. */
function withoutTwins(matches: Match[]): Match[] {
  const seen = new Set<string>();
  return matches.filter(({ tools }) => {
    const key = tools.map(({ id }) => id).join();
    return !seen.has(key) && seen.add(key);
  });
}

/** Cuts "24 of A and 12 of B" between what it asks for, where each part has a quantity of its own. */
function cutBetween(row: Row, sheet: Sheet, matches: Match[]): { part: Row; match: Match }[] | null {
  const unheaded = { ...sheet, quantityCell: null, unitCell: null };
  for (const cut of [cutByCell, cutBehind, cutBefore]) {
    const parts = cut(row, matches);
    if (parts?.every(({ part, match }) => saysAmount(amountIn(part, unheaded, [match])))) return parts;
  }
  return null;
}

function saysAmount({ quantity, unit }: Amount): boolean {
  return quantity !== null || unit !== null;
}

function cutByCell(row: Row, matches: Match[]): { part: Row; match: Match }[] | null {
  if (new Set(matches.map(({ spelling }) => spelling.cell)).size < matches.length) return null;
  return matches.map((match) => partOf(row, match, 0, Infinity));
}

function cutBehind(row: Row, matches: Match[]): { part: Row; match: Match }[] | null {
  return inOneCell(matches)
    ? matches.map((match, index) => partOf(row, match, matches[index - 1]?.spelling.end ?? 0, match.spelling.end))
    : null;
}

function cutBefore(row: Row, matches: Match[]): { part: Row; match: Match }[] | null {
  return inOneCell(matches)
    ? matches.map((match, index) =>
        partOf(row, match, index === 0 ? 0 : match.spelling.start, matches[index + 1]?.spelling.start ?? Infinity),
      )
    : null;
}

function inOneCell(matches: Match[]): boolean {
  return new Set(matches.map(({ spelling }) => spelling.cell)).size === 1;
}

function partOf(row: Row, match: Match, from: number, to: number): { part: Row; match: Match } {
  const { spelling } = match;
  const text = (row.cells[spelling.cell] ?? '').slice(from, to);
  const moved = { ...spelling, cell: 0, start: spelling.start - from, end: spelling.end - from };
  return { part: { ...row, cells: [text] }, match: { ...match, spelling: moved } };
}
