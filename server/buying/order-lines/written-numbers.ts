import type { Sheet } from './split-rows.ts';
import { type CountUnit, unitInItsPlace, unitOf } from './units-of-count.ts';
import { plainWord } from './written-packs.ts';

/** A number that stands in a text, and how much speaks for its being a quantity. */
export interface WrittenNumber {
  /** A whole number; null where it is one that no quantity can be (2.5, -4). */
  count: number | null;
  /** What is counted, by a word beside it; null where none says so. */
  unit: CountUnit | null;
  start: number;
  end: number;
  weight: number;
}

/** A quantity alone in its cell, by "24 x" before what is wanted, by a word beside it, alone in its row, alone at an end of it. */
export const OWN_CELL = 140;
export const TIMES = 130;
export const BY_UNIT = 120;
const ALONE = 90;
const AT_AN_END = 60;
/** Somewhere in the text: a number is a quantity there only beside what is wanted. */
export const INSIDE = 20;

/** How much of what stands before a number is read, in UTF-16 units, and how many numbers of one cell. */
const NEAR = 40;
const MOST_NUMBERS = 20;
/** Of a unit that is asked about so much is shown. */
const LONGEST_UNIT = 40;
const NO_WORDS: ReadonlySet<string> = new Set();

const BLANKS = '\\u00a0\\u202f\\u2009\\u2007';
/** Digits in groups of three with one separator throughout, or plain digits, with decimals perhaps; blanks only before 000 and the like. */
const NUMBER = new RegExp(
  `[+\\-−]?(?:\\d{1,3}(?: 0\\d\\d)+|\\d{1,3}(?:([.,'’${BLANKS}])\\d{3})(?:\\1\\d{3})*|\\d+)(?:[.,]\\d+)?(?![\\d])`,
  'gu',
);
const GROUPED = new RegExp(`^\\+?\\d{1,3}([.,'’ ${BLANKS}])\\d{3}(?:\\1\\d{3})*(?:(?!\\1)[.,]0{1,3})?$`, 'u');
const ONE_NUMBER = new RegExp(`^[+\\-−]?\\d[\\d.,'’]*(?:[ ${BLANKS}]\\d{3})*(?:[.,]\\d+)?$`, 'u');
const TIMES_AFTER = /^\s*[x×✕*](?:\s|(?![\p{L}\p{N}]))/iu;
const OF_AFTER = /^\s*(?:of|de|von|av)\s/iu;
const LINK = '\\s*(?:x\\s|[×✕*/(-]|per\\s|pro\\s|por\\s|par\\s|je\\s)?\\s*';
/** The word behind a number: "48 Box", "48 x Box", "48/Box", "48 (Box)". */
const WORD_AFTER = new RegExp(
  `^${LINK}(\\d{1,5}(?:er|-?packs?)|[\\p{L}\\p{M}]{1,30}|[CH]\\d{2})(?![\\p{L}\\p{N}])\\.?`,
  'iu',
);
/** The word behind a unit of pieces. */
const NEXT_WORD = /^\s+([\p{L}\p{M}]{2,30})(?![\p{L}\p{N}])/u;
/** What stands between a pack and how many pieces it has: "box of 50". */
const HOLDS = /(?:\sof|\sde|à|\smit|\swith|\smed)\s*$/iu;
/** Up to three words behind the number. */
const FURTHER_ON = /^(?:[\s-]{1,3}[\p{L}\p{M}]{2,20}){2,3}(?![\p{L}\p{N}])/u;
/** What such a word is a part of: "50 pcs per box". */
const PER_AFTER = /^\s*(?:\/|per\s|pro\s|por\s|par\s|je\s)\s*([\p{L}\p{M}]{1,30})/iu;
/** For how many: "2 per 100". */
const PER_SOME = /^\s*(?:per|pro|je|par|por)\s+10{1,3}(?![\d.,])/iu;
/** The first part of a fraction: "1/2 dozen" are no two. */
const FRACTION_BEFORE = /(?:^|[^\d.,])\d{1,2}\s?[/⁄]\s?$/u;
/** The word before it: "VE 10", "boxes: 4", "box of 50". */
const WORD_BEFORE = /([\p{L}\p{M}]{1,30})\.?\s*(?:[:=x×✕*(]|of|de|à|mit|with|med)?\s*$/iu;
const BEFORE =
  /(?:^|[^\p{L}\p{N}])(?:qty|quantity|menge|anzahl|stück|pcs|pieces|cantidad|quantité|qté|x|×|✕|\*)\s*[.:=]?\s*$/iu;
/** What makes a number a measure, a price, a share or a date, and no quantity. */
const MEASURE_AFTER =
  /^\s{0,3}(?:mm|cm|dm|m|mtrs?|(?:milli|centi|deci|dezi|zenti|kilo)?m[eè]t(?:er|re)s?|(?:mil[ií]|cent[ií])?metros?|(?:milli|centi)?metri|cms?|km|µm|kg|g(?![\s-]?(?:clamp|cramp|zwinge))|gr|lbs?|oz|in|inch(?:es)?|zoll|tum|pulgadas?|pouces?|ft|feet|foot|yds?|yards?|l|ltr|ml|cl|v|w|kw|nm|hz|bar|°|%|″|′|"|'|”|’’|€|\$|£|¥|₹|৳|usd|eur|gbp|bdt|tk)(?![\p{L}\p{N}])|^[″"”%€$£]/iu;
const CURRENCY_BEFORE = /(?:[$€£¥₹৳@]|\b(?:usd|eur|gbp|bdt|tk|rs))\.?\s?$/iu;
/** The number before or behind is one of a size: "6.5 x 150", "M10 x 50", "PH2 x 100". */
const SIZE_BEFORE = /(?:^|[^\p{L}\p{N}])\p{L}{0,3}\d[\d.,/]{0,9}\s?(?:mm|cm|m|in|["″'])?\s?[x×✕*]\s*$/iu;
const SIZE_AFTER = /^\s*[x×✕*]\s*\d/iu;
/** What makes the number behind it a size, or the name of a standard. */
const SIZE_WORD_BEFORE =
  /(?:[Øø⌀]|(?:^|[^\p{L}\p{N}])(?:dn|sw|din|iso|size|größe|grösse|type|typ|series|serie))\.?\s?$/iu;
const GLUED_AFTER = /^[\p{L}/\\:#_]|^[-.]\d/u;
const GLUED_BEFORE = /[\p{L}\d/\\:#_+]$|\d[.-]$/u;

/** Digits of any script as ASCII ones, in the same places. */
function plainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    if (digit <= '9' || digit.length > 1) return digit;
    const code = digit.charCodeAt(0);
    let zero = code;
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero--;
    // Scripts keep their ten digits in a row; two blocks side by side start at a multiple of ten apart.
    return String((code - zero) % 10);
  });
}

/**
 * A whole number as people write it: 1000, 1,000, 1.000, 1'000, 1 000, 24.00.
 * @param decimal the sign before decimals, where the list says so; null: three digits behind one sign are thousands
 * @returns null where it is none, below 1, or may be two
 */
export function wholeNumber(written: string, decimal: Sheet['decimal'] = null): number | null {
  const compact = written.trim();
  const [, before, sign, last] = /^\+?(\d{1,3})([.,])(\d{3})$/.exec(compact) ?? [];
  if (before !== undefined && decimal === 'both') return null;
  // 24,000 beside 10,00 is 24.
  if (before !== undefined && sign === decimal) return last === '000' && Number(before) > 0 ? Number(before) : null;
  const grouped = GROUPED.exec(compact);
  let digits: string;
  if (grouped) {
    const [, thousands = ''] = grouped;
    const sign = compact.includes(',') && thousands !== ',' ? ',' : '.';
    const whole = compact.includes(sign) && sign !== thousands ? compact.slice(0, compact.lastIndexOf(sign)) : compact;
    digits = whole.replaceAll(/\D/g, '');
  } else {
    if (!/^\+?\d+(?:[.,]0{1,2})?$/.test(compact)) return null;
    digits = compact.replace(/[.,]0{1,2}$/, '').replace('+', '');
  }
  const value = Number(digits);
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}

/** A text without the sign that begins a row of a list. */
function trimmedOf(text: string): string {
  return text.trim().replace(/^[-–—−•*]\s+/u, '');
}

/**
 * What an amount's own cell says: a number, with a unit perhaps, of which every word is one there.
 * @returns null where it is something else
 */
export function writtenAmount(
  cell: string,
  decimal: Sheet['decimal'],
  own: ReadonlySet<string>,
): Pick<WrittenNumber, 'count' | 'unit'> | null {
  const trimmed = trimmedOf(plainDigits(cell));
  if (ONE_NUMBER.test(trimmed)) return { count: wholeNumber(trimmed, decimal), unit: null };
  const number = /^[+\-−]?\d[\d.,'’]*(?:[\s]0\d\d)*/u.exec(trimmed)?.[0];
  const word = number === undefined ? undefined : WORD_AFTER.exec(trimmed.slice(number.length));
  if (number !== undefined && word?.[0].length === trimmed.length - number.length)
    return { count: wholeNumber(number, decimal), unit: unitInItsPlace(word[1]!, own) };
  const behind = number === undefined ? '' : trimmed.slice(number.length).trim();
  // "48 small boxes", "2 boxes of 50": more than a number and its unit.
  if (number !== undefined && /^\p{L}{2,}/u.test(behind))
    return { count: wholeNumber(number, decimal), unit: { unknown: behind.slice(0, LONGEST_UNIT) } };
  const [only, ...more] = writtenNumbers(cell, false, decimal, own);
  return only && more.length === 0 ? only : null;
}

/**
 * The numbers in one cell that could be a quantity.
 * @param cell its text, with what is known to be something else already blanked out
 * @param isWholeRow whether the row has no other cell
 * @param own words of packs of what is wanted
 * @param named words of what is wanted, which say nothing of how it is packed
 */
export function writtenNumbers(
  cell: string,
  isWholeRow: boolean,
  decimal: Sheet['decimal'] = null,
  own: ReadonlySet<string> = NO_WORDS,
  named: ReadonlySet<string> = NO_WORDS,
): WrittenNumber[] {
  const text = plainDigits(cell);
  const trimmed = trimmedOf(text);
  if (trimmed === '') return [];
  const lead = text.indexOf(trimmed);
  if (ONE_NUMBER.test(trimmed)) {
    const place = { start: lead, end: lead + trimmed.length };
    return [{ count: wholeNumber(trimmed, decimal), unit: null, ...place, weight: isWholeRow ? ALONE : OWN_CELL }];
  }
  const found = [...text.matchAll(NUMBER)]
    .slice(0, MOST_NUMBERS)
    .map((match) => readNumber(text, match, { isWholeRow, decimal, own, named }));
  return found.filter((number) => number !== null);
}

interface Context {
  isWholeRow: boolean;
  decimal: Sheet['decimal'];
  own: ReadonlySet<string>;
  named: ReadonlySet<string>;
}

/** @returns null where what stands beside the number says that it is a measure, a size, a price, a part of a word, a place in a list */
function readNumber(
  text: string,
  match: RegExpExecArray,
  { isWholeRow, decimal, own, named }: Context,
): WrittenNumber | null {
  let [written] = match;
  let start = match.index;
  // A dash that follows something is a dash, not a sign.
  if (/^[-−]/.test(written) && text.slice(0, start).trim() !== '') {
    written = written.slice(1);
    start += 1;
  }
  const end = start + written.length;
  const lead = text.slice(0, start);
  const words = lead.trimEnd();
  const before = words.slice(-NEAR) + lead.slice(words.length, words.length + 2);
  const after = text.slice(end, end + 2 * NEAR);
  if (MEASURE_AFTER.test(after) || isSize(before, after)) return null;
  const { unit, length } = unitBeside(before, after, own, named);
  const isTimes = TIMES_AFTER.test(after);
  const isSaid = unit !== null || isTimes || BEFORE.test(before);
  if ((!isSaid && isPartOfOther(before, after)) || isNoQuantity(before, after)) return null;
  const beginsCell = before.trim() === '';
  const isOwnCell = !isWholeRow && beginsCell && text.slice(end + length).replace(/^[.!?)\s]+/, '') === '';
  const isAtEnd = beginsCell || after.replace(/^[.!?\s]+/, '') === '';
  const bare = !isAtEnd && !OF_AFTER.test(after) ? INSIDE : isWholeRow ? ALONE : AT_AN_END;
  const said = isTimes ? TIMES : isSaid ? BY_UNIT : bare;
  const count = countOf(written, { unit, before, decimal });
  return { count, unit, start, end, weight: isOwnCell && isSaid ? OWN_CELL : said };
}

/** The second part of a fraction counts nothing: "1/2 dozen". */
function countOf(
  written: string,
  { unit, before, decimal }: { unit: CountUnit | null; before: string; decimal: Sheet['decimal'] },
): number | null {
  return unit !== null && FRACTION_BEFORE.test(before) ? null : wholeNumber(written, decimal);
}

interface Beside {
  unit: CountUnit | null;
  /** How much of the text behind the number it takes. */
  length: number;
}

/** What is counted, by the word behind the number or, of units that hold several pieces, before it. */
function unitBeside(before: string, after: string, own: ReadonlySet<string>, named: ReadonlySet<string>): Beside {
  const behind = unitBehind(after, own, named);
  if (behind.unit && 'unknown' in behind.unit) return behind;
  const [, word = ''] = WORD_BEFORE.exec(before) ?? [];
  const inFront = word === '' ? null : unitOf(word, own);
  if (!inFront || ('pieces' in inFront && inFront.pieces === 1)) return behind;
  return { unit: { unknown: word, ...(HOLDS.test(before) ? { isSize: true } : {}) }, length: behind.length };
}

function unitBehind(after: string, own: ReadonlySet<string>, named: ReadonlySet<string>): Beside {
  const [perSome] = PER_SOME.exec(after) ?? [];
  if (perSome !== undefined) return { unit: { unknown: perSome.trim() }, length: perSome.length };
  const behind = WORD_AFTER.exec(after);
  const unit = behind && unitOf(behind[1]!, own);
  if (!behind || !unit) return { unit: packFurtherOn(after, own, named), length: 0 };
  const { length } = behind[0];
  const [per = '', of = ''] = PER_AFTER.exec(after.slice(length)) ?? [];
  const held = of === '' ? null : unitOf(of, own);
  // How many a pack holds, and not how many are wanted.
  if (held && 'unknown' in held) return { unit: { ...held, isSize: true }, length: length + per.length };
  if ('unknown' in unit) return { unit, length };
  const [next = '', word = ''] = NEXT_WORD.exec(after.slice(length)) ?? [];
  const more = word === '' || named.has(plainWord(word)) ? null : unitOf(word, own);
  // "12 dozen pairs"
  return { unit: more && 'unknown' in more ? { unknown: after.slice(0, length).trim() + next } : unit, length };
}

/** A pack a word or two behind the number: "48 small boxes". */
function packFurtherOn(
  after: string,
  own: ReadonlySet<string>,
  named: ReadonlySet<string>,
): Extract<CountUnit, { unknown: string }> | null {
  const words = FURTHER_ON.exec(after)?.[0].match(/[\p{L}\p{M}]+/gu) ?? [];
  for (const word of words.slice(1)) {
    const unit = named.has(plainWord(word)) ? null : unitOf(word, own);
    if (unit && 'unknown' in unit) return unit;
  }
  return null;
}

/** The second number of "4 10-packs" is how many each has. */
function isSizeOfPack(before: string, after: string): boolean {
  return /\d\s$/.test(before) && /^-?packs?(?![\p{L}\p{N}])/iu.test(after);
}

function isSize(before: string, after: string): boolean {
  return (
    SIZE_BEFORE.test(before) || SIZE_AFTER.test(after) || SIZE_WORD_BEFORE.test(before) || isSizeOfPack(before, after)
  );
}

/** Whether a number without a unit of count belongs to a word. */
function isPartOfOther(before: string, after: string): boolean {
  return GLUED_AFTER.test(after) || GLUED_BEFORE.test(before);
}

function isNoQuantity(before: string, after: string): boolean {
  if (/[\p{L}\d]$/u.test(before) && !/(?:^|[^\p{L}\p{N}])[x×✕*]$/iu.test(before)) return true;
  if (CURRENCY_BEFORE.test(before)) return true;
  // "1." or "1)" before a row is its place in a list.
  return before.trim() === '' && /^[.)]\s+\S/.test(after);
}
