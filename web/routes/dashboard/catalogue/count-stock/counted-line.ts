import { typedWhole } from '#web/forms/typed-number.ts';
import { MAX_COUNTED } from '#contract/limits.ts';
import { pieces } from '#web/shell/format.ts';
import type { CountUnit } from '#contract/buying/units.ts';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';

/** What stands in the history where no other reason is given. */
export const USUAL_REASON = 'Stock count';

/** A pack whose bar code was scanned, and how many of it were counted, as typed. */
export interface CountedPack extends CountUnit {
  counted: string;
}

/** A tool that is counted, with what was typed: loose pieces, and packs. */
export interface CountedLine extends Omit<Shelf, 'pack'> {
  counted: string;
  packs: readonly CountedPack[];
  reason: string;
}

/** A whole number that was typed; null where it is none. */
export function wholeOf(typed: string): number | null {
  const whole = typedWhole(typed);
  return whole !== null && whole < 1e9 ? whole : null;
}

/** The pieces that were counted, loose and in packs; null where nothing is typed yet, or no whole number. */
export function piecesOf({ counted, packs }: Pick<CountedLine, 'counted' | 'packs'>): number | null {
  const typed = [{ counted, pieces: 1 }, ...packs].filter((each) => each.counted.trim() !== '');
  if (typed.length === 0) return null;
  let sum = 0;
  for (const each of typed) {
    const whole = wholeOf(each.counted);
    if (whole === null) return null;
    sum += whole * each.pieces;
  }
  return sum < 1e9 ? sum : null;
}

/** What was counted less what should lie there; null where nothing is typed yet. */
export function differenceOf(line: CountedLine): number | null {
  const counted = piecesOf(line);
  return counted === null ? null : counted - line.onShelf;
}

/** What is sent of the lines that were counted. */
export function toSend(lines: readonly CountedLine[]) {
  return lines.flatMap((line) => {
    const counted = piecesOf(line);
    if (counted === null) return [];
    const { toolId, onShelf } = line;
    const reason = line.reason.trim() || USUAL_REASON;
    return [{ toolId, expected: onShelf, counted, ...(counted === onShelf ? {} : { reason }) }];
  });
}

/** What is counted on the page, what could not be found, and what the last scan counted. */
export interface Counting {
  lines: readonly CountedLine[];
  missed: readonly string[];
  said: string;
}

/**
 * A count with what a code was found to be: a tool once, and a pack of it in a field of its own. Of a pack that was scanned one more is
 * counted; of a list that was pasted none, since it says what to count.
 */
export function withFound(now: Counting, { pack, ...shelf }: Shelf, scanned: boolean): Counting {
  const there = now.lines.find(({ toolId }) => toolId === shelf.toolId);
  if (!there && now.lines.length >= MAX_COUNTED)
    return { ...now, missed: [...now.missed, `${shelf.tool}: you can count at most ${MAX_COUNTED} products at once.`] };
  const line = there ?? { ...shelf, counted: '', packs: [], reason: '' };
  const packs = pack ? withPack(line.packs, pack, scanned ? 1 : 0) : line.packs;
  const lines = there
    ? now.lines.map((each) => (each === there ? { ...there, packs } : each))
    : [{ ...line, packs }, ...now.lines];
  return { ...now, lines, said: pack && scanned ? countText(shelf.tool, packs, pack.code) : '' };
}

function withPack(packs: readonly CountedPack[], pack: CountUnit, more: number): CountedPack[] {
  const there = packs.find(({ code }) => code === pack.code);
  const now = there?.counted ?? '';
  // What is no number stays as it was typed: its field says so.
  const counted = more === 0 || (now.trim() !== '' && wholeOf(now) === null) ? now : String((wholeOf(now) ?? 0) + more);
  if (!there) return [...packs, { ...pack, counted }];
  return packs.map((each) => (each === there ? { ...pack, counted } : each));
}

/** What of a pack is counted now: "Rasp: 2 Karton = 288 pieces". */
function countText(tool: string, packs: readonly CountedPack[], code: string): string {
  const pack = packs.find((each) => each.code === code);
  const count = pack && wholeOf(pack.counted);
  if (!pack || typeof count !== 'number') return '';
  return `${tool}: ${pieces(count)} ${pack.name} = ${pieces(count * pack.pieces)} pieces`;
}

/** The stock numbers of a text that was pasted, one a line or a cell. */
export function codesOf(text: string): string[] {
  const codes = text.split(/[\n\r\t;]+/).map((code) => code.trim());
  return [...new Set(codes.filter((code) => code !== '' && code.length <= 64))];
}
