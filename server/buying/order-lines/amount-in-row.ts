import { isGtin } from '#contract/catalogue/gtin.ts';
import { blank, type Match } from './match.ts';
import type { Row, Sheet } from './split-rows.ts';
import { ownWords, plainWord } from './written-packs.ts';
import { type CountUnit, isUnitCell, unitInItsPlace, unitOf } from './units-of-count.ts';
import {
  INSIDE,
  OWN_CELL,
  TIMES,
  wholeNumber,
  writtenAmount,
  type WrittenNumber,
  writtenNumbers,
} from './written-numbers.ts';

/** How many of something a row asks for. */
export interface Amount {
  /** Pieces; null where the row names no number that can be one, or a unit of which nobody here knows how many pieces it holds. */
  quantity: number | null;
  /** That unit, as it was written, and how many of it; `holds`: how many pieces each has, where the row says so. */
  unit: { written: string; count: number; holds: number | null; isSize: boolean } | null;
  /** Whether the row says what is counted. */
  isSaid: boolean;
}

const NONE: Amount = { quantity: null, unit: null, isSaid: false };
/** A place in a list stands in the first cell as a quantity does: a word beside another number says more. */
const FIRST_CELL = 100;

/** A number, with the words beside it that are not what is wanted. */
type NumberInRow = WrittenNumber & { cell: number; written: string; before: string | null; after: string | null };
type WrittenCount = Pick<WrittenNumber, 'count' | 'unit'>;

/**
 * The number in a row that is its quantity: in the column that is headed so, else in a cell of its own, before an "x", by a word of
 * pieces, beside what is wanted. What is said to be a size, or stands in the tool's own name, never is.
 */
export function amountIn(row: Row, sheet: Sheet, matches: readonly Match[]): Amount {
  const { quantityCell, unitCell } = sheet;
  const own = ownWords(matches.flatMap(({ tools }) => tools));
  const column = unitCell && row.cells.length === unitCell.of ? (row.cells[unitCell.index] ?? '') : null;
  const beside = () => (column === null ? unitAmong(row, matches, own) : unitOfCell(column, own));
  if (quantityCell && row.cells.length === quantityCell.of) {
    const amount = writtenAmount(row.cells[quantityCell.index] ?? '', sheet.decimal, own);
    return amount ? inPieces(amount, beside()) : NONE;
  }
  // What a scanner reads is no quantity, of whatever tool it is.
  const numbers = numbersIn(row, sheet, matches, own).filter(({ written }) => written.length < 12 || !isGtin(written));
  const found = withoutOwnNumbers(numbers, matches);
  // What may be a thousand or one with decimals is asked: no other number stands in for it.
  if (found.some(mayBeTwo)) return NONE;
  const chosen = mostLikely(found, matches);
  if (!chosen) return NONE;
  const pack = found.find(({ unit, count }) => unit && 'unknown' in unit && count !== null);
  const amount =
    pack && chosen.weight < OWN_CELL ? pack : { ...chosen, unit: pack?.unit ?? unitOfNumber(row, chosen, matches) };
  const said = inPieces(amount, beside());
  return said.unit === null ? said : { ...said, unit: { ...said.unit, holds: heldBy(found, amount.start) } };
}

function mayBeTwo({ weight, count, written }: NumberInRow): boolean {
  return weight === OWN_CELL && count === null && /^\d{1,3}\.\d{3}$/.test(written);
}

/** What a number counts by the words beside it. */
function unitOfNumber(row: Row, number: NumberInRow, matches: readonly Match[]): CountUnit | null {
  if (number.unit) return number.unit;
  const word = strangeWord(row, number, matches);
  return word === null ? null : { unknown: word };
}

/** How many pieces a pack has, by another number than the one that stands there; null where the row does not say it. */
function heldBy(found: readonly NumberInRow[], at: number): number | null {
  const held = found.find(
    ({ unit, count, start }) =>
      start !== at && count !== null && unit && ('pieces' in unit ? unit.pieces === 1 : unit.isSize),
  );
  return held?.count ?? null;
}

/** Words beside a number that say nothing of what is counted. */
const SAY_NOTHING = new Set(
  `please pls plz bitte new neu of off and und et y och og x qty quantity quantité qté cantidad cant menge anzahl antal antall aantal määrä
   needed need want urgent asap again nochmal no nr nos ca about approx etwa von de des du la le les the for für pour para total only nur
   more mehr til till til order bestellung commande pedido merci danke thanks gracias takk tak tack kiitos`.split(
    /\s+/,
  ),
);

/**
 * In a row of nothing but a number, a tool and one more word beside the number, that word: a pack in a spelling that nobody here knows,
 * unless the tool is called so.
 */
function strangeWord({ cells }: Row, { start, end }: NumberInRow, matches: readonly Match[]): string | null {
  const [cell, ...others] = cells;
  const [match] = matches;
  if (cell === undefined || others.length > 0 || match?.spelling.cell !== 0) return null;
  let rest = blank(cell, start, end);
  for (const { spelling } of matches) if (spelling.cell === 0) rest = blank(rest, spelling.start, spelling.end);
  const words = rest.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [word = '', ...more] = words;
  const plain = word.toLowerCase();
  // C is a hundred in American lists.
  if (more.length > 0 || !/^(?:\p{L}{2,}|c)$/u.test(plain) || SAY_NOTHING.has(plain)) return null;
  const at = rest.indexOf(word);
  const between = at >= end ? cell.slice(end, at) : cell.slice(at + word.length, start);
  if (!/^[\s.:=-]*$/.test(between)) return null;
  const named = matches.flatMap(({ tools }) => tools.flatMap(({ name }) => wordsOf(name)));
  return named.some((each) => each.startsWith(plain.slice(0, 4)) || plain.startsWith(each)) ? null : word;
}

/** An amount with the unit that another cell gives it; what is no piece there is none here either. */
function inPieces({ count, unit }: WrittenCount, beside: CountUnit | null): Amount {
  if (count === null) return NONE;
  const isOpen = unit === null || ('pieces' in unit && unit.pieces === 1);
  const counted = (isOpen ? beside : unit) ?? unit ?? { pieces: 1 };
  if ('unknown' in counted) {
    const { unknown: written, isSize = false } = counted;
    return { quantity: null, unit: { written, count, holds: null, isSize }, isSaid: true };
  }
  const quantity = count * counted.pieces;
  const isSaid = (beside ?? unit) !== null;
  return Number.isSafeInteger(quantity) ? { quantity, unit: null, isSaid } : NONE;
}

/** What a cell of units says: nothing, one unit in one or several words ("EA - each"), or something that nobody here knows. */
function unitOfCell(cell: string, own: ReadonlySet<string>): CountUnit | null {
  const words = cell.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0 || wholeNumber(cell) === 1) return null;
  if (words.length === 1 || own.has(plainWord(cell))) return unitInItsPlace(cell.trim(), own);
  const units = words.filter((word) => word !== '1').map((word) => unitOf(word, own));
  const [first] = units;
  const isOne =
    first && 'pieces' in first && units.every((unit) => unit && 'pieces' in unit && unit.pieces === first.pieces);
  return isOne ? first : { unknown: cell.trim() };
}

/** The unit that stands in a cell of its own where no heading says which column is one. */
function unitAmong({ cells }: Row, matches: readonly Match[], own: ReadonlySet<string>): CountUnit | null {
  if (cells.length < 2) return null;
  const others = cells.filter((_, index) => !matches.some(({ spelling }) => spelling.cell === index));
  const cell = others.find((each) => isUnitCell(each, own)) ?? strangeCell(others, matches);
  return cell === undefined ? null : unitInItsPlace(cell, own);
}

/** In a row of nothing but a tool, a number and one short word behind it, that word: a pack in a spelling that nobody here knows. */
function strangeCell(others: readonly string[], matches: readonly Match[]): string | undefined {
  const [number, word, ...more] = others.map((each) => each.trim()).filter((each) => each !== '');
  if (matches.length === 0 || number === undefined || word === undefined || more.length > 0) return undefined;
  const plain = plainWord(word);
  if (wholeNumber(number) === null || !/^\p{L}{2,6}$/u.test(plain) || SAY_NOTHING.has(plain)) return undefined;
  const named = matches.flatMap(({ tools }) => tools.flatMap(({ name }) => wordsOf(name)));
  return named.includes(plain) ? undefined : word;
}

function numbersIn(row: Row, { decimal }: Sheet, matches: readonly Match[], own: ReadonlySet<string>): NumberInRow[] {
  const names = matches.flatMap(({ tools }) => tools.map(({ name }) => name));
  const named = new Set(names.flatMap((name) => wordsOf(name.slice(0, 400))));
  const isWholeRow = row.cells.length === 1;
  return row.cells.flatMap((cell, index) => {
    let rest = cell;
    const here = matches.filter(({ spelling }) => spelling.cell === index);
    for (const { spelling } of here) rest = blank(rest, spelling.start, spelling.end);
    // A name that was found in the whole row covers every cell that is a part of it.
    if (matches.some(({ spelling }) => spelling.cell === -1 && cell !== '' && spelling.written.includes(cell)))
      return [];
    for (const name of names) {
      const at = rest.toLowerCase().indexOf(name.toLowerCase());
      if (at >= 0) rest = blank(rest, at, at + name.length);
    }
    return writtenNumbers(rest, isWholeRow, decimal, own, named)
      .map((number) => ({
        ...number,
        cell: index,
        written: plainNumber(rest.slice(number.start, number.end)),
        // They are compared with words of names alone.
        before: names.length > 0 ? lastWord(rest.slice(0, number.start)) : null,
        after: names.length > 0 ? firstWord(rest.slice(number.end)) : null,
      }))
      .filter((number) => isSaid(number, cell, { isWholeRow, here, names }));
  });
}

interface Around {
  isWholeRow: boolean;
  /** What is wanted and stands in the same cell. */
  here: readonly Match[];
  /** What the tools that are wanted are called. */
  names: readonly string[];
}

/** Whether a number that nothing but its place speaks for stands beside what is wanted, or in a row without anything else. */
function isSaid(
  { weight, start, end, before, after }: NumberInRow,
  cell: string,
  { isWholeRow, here, names }: Around,
): boolean {
  if (weight > FIRST_CELL) return true;
  if (weight > INSIDE) {
    if (isWholeRow || here.length > 0) return true;
    const isBehind = before !== null && names.some((name) => lastWord(name) === before);
    return isBehind || (after !== null && names.some((name) => firstWord(name) === after));
  }
  return here.some(({ spelling }) => {
    const between = start >= spelling.end ? cell.slice(spelling.end, start) : cell.slice(end, spelling.start);
    return /^[\s:=,(–—-]*$/u.test(between);
  });
}

/** What stands in the tool's own name beside the same word is no quantity, nor the value of a size in a cell beside another number. */
function withoutOwnNumbers(found: readonly NumberInRow[], matches: readonly Match[]): NumberInRow[] {
  const own = matches.flatMap(({ tools }) => tools.flatMap(({ name }) => numbersOf(name)));
  const others = found.filter(
    ({ weight, written, before, after }) =>
      weight >= TIMES ||
      !own.some(
        (each) =>
          each.value === written &&
          ((before !== null && before === each.before) || (after !== null && after === each.after)),
      ),
  );
  const inCells = others.filter(({ weight, count }) => weight === OWN_CELL && count !== null);
  const free = inCells.filter(({ written }) => !own.some(({ value }) => value === written));
  return free.length > 0 ? others.filter((number) => !inCells.includes(number) || free.includes(number)) : others;
}

function numbersOf(name: string): { value: string; before: string | null; after: string | null }[] {
  return [...name.slice(0, 400).matchAll(/\d+(?:[.,]\d+)*/gu)].map(({ index, 0: value }) => ({
    value: plainNumber(value),
    before: lastWord(name.slice(0, index)),
    after: firstWord(name.slice(index + value.length)),
  }));
}

function plainNumber(written: string): string {
  return written.trim().replaceAll(',', '.');
}

function lastWord(text: string): string | null {
  return wordsOf(text.slice(-60)).at(-1) ?? null;
}

function firstWord(text: string): string | null {
  for (const [word] of text.slice(0, 60).toLowerCase().matchAll(WORD)) if (word !== 'x') return word;
  return null;
}

const WORD = /[\p{L}\p{N}]+(?:[.,]\d+)*/gu;

/** Words and numbers, without the sign between two sizes. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).filter((word) => word !== 'x');
}

/** Of what speaks most for itself the only one, else the first behind the tool, else the last. */
function mostLikely(found: readonly NumberInRow[], matches: readonly Match[]): NumberInRow | null {
  const isPlace = ({ cell, weight, unit }: NumberInRow) => weight === OWN_CELL && cell === 0 && unit === null;
  const weighed = found.map((number) => (isPlace(number) ? { ...number, weight: FIRST_CELL } : number));
  const real = weighed.filter(({ count, weight }) => count !== null || weight >= FIRST_CELL);
  const best = Math.max(...real.map(({ weight }) => weight));
  const likely = real.filter(({ weight }) => weight === best);
  const where = matches[0]?.spelling;
  const behind = likely.find(
    ({ cell, start }) => where && (cell > where.cell || (cell === where.cell && start >= where.end)),
  );
  const whole = likely.filter(({ count }) => count !== null);
  if (whole.length === 1) return whole[0] ?? null;
  return (typeof behind?.count === 'number' ? behind : (whole.at(-1) ?? likely[0])) ?? null;
}
