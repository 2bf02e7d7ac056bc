import type { Spelling } from './spellings.ts';
import type { Row, Sheet } from './split-rows.ts';
import { blank } from './match.ts';
import { isUnitCell, unitOf } from './units-of-count.ts';
import { BY_UNIT, type WrittenNumber, writtenNumbers } from './written-numbers.ts';

/** One way to read a row that has no stock number: what of it names the tool, and what is left for the amount. */
export interface RowMeaning {
  /** The row, without what says nothing of tool or amount. */
  row: Row;
  /** Where the words are that name the tool; in no cell where an amount stands among them. */
  spelling: Spelling;
  /** These words, as they are searched for. */
  sought: string;
  /** The number that was taken for the amount though nothing but its place says so. */
  bare: string | null;
  /** Whether it is only read so where nothing else makes sense: "300 mm x 20" is a size first. */
  isLast?: true;
}

const MOST_READINGS = 4;
/** Text cells of a row that are looked at. */
const MOST_CELLS = 3;
const LONGEST_SOUGHT = 120;
/** How much of what stands before an amount is read, in UTF-16 units. */
const NEAR = 40;
/** In no cell of the row. */
const NOWHERE = -2;

const PRICE =
  /(?:[@à]\s{0,3}|(?:[$€£]|\b(?:eur|usd|gbp))\s?)\d[\d.,]{0,14}(?:\s{0,3}(?:[$€£]|\b(?:eur|usd|gbp)\b))?|(?<![\d.,])\d[\d.,]{0,14}\s?(?:[$€£]|\b(?:eur|usd|gbp)\b)/giu;
const PLACE_IN_LIST = /^\s*(?:(?:pos|position|item|line|nr|no)\.?\s*\d{1,3}\s*[.:)-]|\(?\d{1,3}[.)])(?=\s)/iu;
/** Words that say what shall be done, or when, and nothing of the tool. */
const NOISE =
  /(?<![\p{L}\p{N}])(?:please|pls|plz|kindly|bitte|urgently|urgent|asap|dringend|eilig|again|nochmals?|wieder|also|auch|and|und|plus|approx|about|roughly|ca|etwa|thanks|thank you|thx|danke|we need|i need|need|needed|we want|want|would like|i would like|send|send us|order|bestellen|brauchen|wir brauchen|benötigen|hätten gerne?|some|our usual|usual|the usual|wie immer|as (?:before|always|usual)|in total|total|insgesamt|gesamt|qty|quantity|menge|anzahl)(?![\p{L}\p{N}])\.?|(?<=\d\s?)off(?!\p{L})/giu;
const FOR_WHOM =
  /\s(?:-\s*)?(?:for|für|f\.)\s(?:the\s|our\s|die\s|den\s|das\s|unsere?n?\s)?(?:vans?|sites?|jobs?|projects?|stock|stores?|yard|workshop|team|gate|trucks?|customer|office|branch|lager|baustelle|werkstatt|projekt|bus|kunden?|büro|monteure?|kolonne|us|uns|mr|ms|herrn?|frau)(?![\p{L}]).*$/iu;

/**
 * How a row may be read that has no stock number and no tool's whole name: with the amount where it says so; else before or behind the
 * words; else without one.
 */
export function meaningsOf(row: Row, sheet: Sheet): RowMeaning[] {
  if (row.cells.length > 1) {
    const inCells = cellReadings(row, sheet);
    // What commas part may be one name: "Claw hammer, 16 oz, 24".
    const isSaid = sheet.quantityCell !== null && sheet.quantityCell.of === row.cells.length;
    const isOne = !isSaid && !/[\t;|]/.test(row.text);
    return [
      ...inCells,
      ...(isOne ? textReadings({ ...row, cells: [row.text.replaceAll(/,(?!\d)|(?<!\d),/gu, ' ')] }, sheet) : []),
    ];
  }
  return textReadings(row, sheet);
}

function textReadings(given: Row, sheet: Sheet): RowMeaning[] {
  const [cell = ''] = given.cells;
  const text = withoutNoise(cell);
  const row = { ...given, cells: [text] };
  const numbers = writtenNumbers(text, true, sheet.decimal).filter(({ count }) => count !== null);
  const said = numbers.filter(({ weight }) => weight >= BY_UNIT).flatMap((number) => withoutAmount(row, text, number));
  if (said.length > 0) return said.filter(hasWords).slice(0, MOST_READINGS);
  const atAnEnd = numbers.filter(
    ({ start, end }) => text.slice(0, start).trim() === '' || /^[\s.!?)-]*$/.test(text.slice(end)),
  );
  const whole = { row, spelling: spellingOf(text, 0, 0), sought: wordsOf(text), bare: null };
  return [...atAnEnd.flatMap((number) => withoutAmount(row, text, number)), whole, ...besideSizes(row, text, sheet)]
    .filter(hasWords)
    .slice(0, MOST_READINGS);
}

const BEFORE_SIZE = /^\s*\d[\d.,']*\s*[x×✕*]\s+(?=\d)/iu;
const BEHIND_SIZE = /\s{0,3}[x×✕*]\s{0,3}(\d[\d.,']{0,14})[\s.!?)]{0,5}$/iu;

/** An amount that looks as if it were of the size beside it: "20 x 10 in", "300 mm x 20". */
function besideSizes(row: Row, text: string, sheet: Sheet): RowMeaning[] {
  const before = BEFORE_SIZE.exec(text)?.[0].length ?? 0;
  const behind = BEHIND_SIZE.exec(text);
  const parts = [
    ...(before > 0 ? [{ from: before, to: text.length, amount: text.slice(0, before) }] : []),
    ...(behind ? [{ from: 0, to: behind.index, amount: behind[1] ?? '' }] : []),
  ];
  return parts.flatMap(({ from, to, amount }): RowMeaning[] => {
    const bare = amount.replaceAll(/[^\d.,']/gu, '');
    if (!writtenNumbers(bare, true, sheet.decimal).some(({ count }) => count !== null)) return [];
    const written = text.slice(from, to);
    return [{ row, spelling: spellingOf(written, 0, from), sought: wordsOf(written), bare, isLast: true }];
  });
}

/** A row of several cells: what its cells of words say, each by itself and together. */
function cellReadings(row: Row, { quantityCell, unitCell }: Sheet): RowMeaning[] {
  const headed = [quantityCell, unitCell].flatMap((column) =>
    column && column.of === row.cells.length ? [column.index] : [],
  );
  const cells = row.cells.map((cell) => (/[\p{L}$€£@]/u.test(cell) ? withoutNoise(cell) : cell));
  const cleaned = { ...row, cells };
  const named = cells.flatMap((text, cell) =>
    headed.includes(cell) || !/\p{L}{2}/u.test(text) || isUnitCell(text) ? [] : [{ text, cell }],
  );
  const each = named.slice(0, MOST_CELLS).map(({ text, cell }) => ({
    row: cleaned,
    spelling: spellingOf(text, cell, 0),
    sought: wordsOf(text),
    bare: null,
  }));
  if (named.length < 2) return each.filter(hasWords);
  const together = named.map(({ text }) => text).join(' ');
  const joined = { row: cleaned, spelling: spellingOf(together, -1, 0), sought: wordsOf(together), bare: null };
  return [joined, ...each].filter(hasWords).slice(0, MOST_READINGS);
}

function hasWords({ sought }: RowMeaning): boolean {
  return /\p{L}/u.test(sought);
}

const TIMES_OR_UNIT =
  /^(?:\s{0,3}[x×✕*](?=[\s\p{L}]|$))?(?:\s{0,3}[/-]?\s{0,3}([\p{L}\p{M}]{1,30})(?![\p{L}\p{N}])\.?)?/iu;
const OF = /^\s*(?:of|de|von|av|à)\s/iu;
const SAID_BEFORE = /(?:qty|quantity|menge|anzahl|x|×|✕|\*)?\s*[.:=(,-]*\s*$/iu;

/** The row without an amount; where the word behind it may be the tool's own, as in "24 buckets", with and without that word. */
function withoutAmount(row: Row, text: string, number: WrittenNumber): RowMeaning[] {
  const { start, end, weight, unit } = number;
  const behind = text.slice(end);
  const [taken = '', word] = TIMES_OR_UNIT.exec(behind) ?? [];
  const isUnit = word !== undefined && unitOf(word) !== null;
  const times = end + (/^\s*[x×✕*](?=[\s\p{L}]|$)/iu.exec(behind)?.[0].length ?? 0);
  const counted = end + taken.length;
  const to = isUnit ? counted + (OF.exec(text.slice(counted))?.[0].length ?? 0) : times;
  const without = restOf(row, text, number, to);
  return isUnit && unit !== null && 'unknown' in unit
    ? [without, { ...restOf(row, text, number, times), bare: text.slice(start, end).trim() }]
    : [{ ...without, bare: weight >= BY_UNIT ? null : without.bare }];
}

function restOf(row: Row, text: string, { start, end, weight }: WrittenNumber, to: number): RowMeaning {
  const head = text.slice(0, start);
  const from = start - (head.trim() === '' ? head.length : (SAID_BEFORE.exec(head.slice(-NEAR))?.[0].length ?? 0));
  const isBehind = /^[\s.,!?)-]*$/.test(text.slice(to));
  const isBefore = text.slice(0, from).trim() === '';
  const [first, last] = isBehind ? [0, from] : isBefore ? [to, text.length] : [0, 0];
  return {
    row,
    spelling: spellingOf(text.slice(first, last), last > first ? 0 : NOWHERE, first),
    sought: wordsOf(blank(text, from, to)),
    bare: weight >= BY_UNIT ? null : text.slice(start, end).trim(),
  };
}

function spellingOf(written: string, cell: number, start: number): Spelling {
  return { written, cell, start, end: start + written.length };
}

/** The same text with blanks for what says nothing of a tool, so that all else keeps its place. */
function withoutNoise(text: string): string {
  return [PLACE_IN_LIST, PRICE, NOISE, FOR_WHOM].reduce(
    (left, pattern) => left.replace(pattern, (found) => ' '.repeat(found.length)),
    text,
  );
}

/** What is worth a search. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/[\s“”;|()[\]+&]+/gu, ' ')
    .replace(/^[\s:,=•*–-]+|(?<![\s:,=*–.!?-])[\s:,=*–.!?-]+$/gu, '')
    .slice(0, LONGEST_SOUGHT);
}
