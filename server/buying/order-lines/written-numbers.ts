/** A number that stands in a text, and how much speaks for its being a quantity. */
export interface WrittenNumber {
  /** Whole pieces; null where it is a number that no quantity can be (2.5, -4). */
  pieces: number | null;
  start: number;
  end: number;
  weight: number;
}

/** A quantity by a word beside it, alone in its cell, alone at an end of the row, somewhere in the text. */
const BY_UNIT = 120;
const ALONE = 100;
const AT_AN_END = 60;
const INSIDE = 20;

/** How much of what stands before a number is read, in UTF-16 units, and how many numbers of one cell. */
const NEAR = 40;
const MOST_NUMBERS = 20;

const BLANKS = '\\u00a0\\u202f\\u2009\\u2007';
/** Digits in groups of three with one separator throughout, or plain digits, with decimals perhaps; blanks only before 000 and the like. */
const NUMBER = new RegExp(
  `[+\\-−]?(?:\\d{1,3}(?: 0\\d\\d)+|\\d{1,3}(?:([.,'’${BLANKS}])\\d{3})(?:\\1\\d{3})*|\\d+)(?:[.,]\\d+)?(?![\\d])`,
  'gu',
);
const GROUPED = new RegExp(`^\\+?\\d{1,3}([.,'’ ${BLANKS}])\\d{3}(?:\\1\\d{3})*(?:[.,]0{1,2})?$`, 'u');
const ONE_NUMBER = new RegExp(`^[+\\-−]?\\d[\\d.,'’]*(?:[ ${BLANKS}]\\d{3})*(?:[.,]\\d+)?$`, 'u');
const UNIT =
  '(?:pieces?|pcs?|pces|pc|stk|stück|stueck|stck|st|ea|each|units?|unidades|uds?|pz|pzas?|pièces?|nos|qty|шт|टुकड़े|টি|পিস|个|件|قطعة)(?![\\p{L}\\p{N}])\\.?';
const AFTER = new RegExp(`^\\s*(?:${UNIT}|[x×✕*](?![\\p{L}\\p{N}])|[x×✕*]\\s+)`, 'iu');
const DOZEN = /^\s*(?:dozens?|doz|dz|dutzend|docenas?|douzaines?|dozzine?)(?![\p{L}\p{N}])/iu;
/** Packages hold who knows how many pieces. */
const PACKAGES =
  /^\s*(?:cartons?|ctns?|kartons?|pallets?|paletten?|(?:boxes|packs|packets|cases|bags) of)(?![\p{L}\p{N}])/iu;
const BEFORE =
  /(?:^|[^\p{L}\p{N}])(?:qty|quantity|menge|anzahl|stück|pcs|pieces|cantidad|quantité|qté|x|×|✕|\*)\s*[.:=]?\s*$/iu;
/** What makes a number a measure, a price, a share or a date, and no quantity. */
const MEASURE_AFTER =
  /^\s?(?:mm|cm|m|km|kg|g|gr|lbs?|oz|in|inch(?:es)?|ft|v|w|kw|nm|hz|bar|°|%|″|′|"|'|”|’’|€|\$|£|¥|₹|৳|usd|eur|gbp|bdt|tk)(?![\p{L}\p{N}])|^[″"”%€$£]/iu;
const CURRENCY_BEFORE = /(?:[$€£¥₹৳@]|\b(?:usd|eur|gbp|bdt|tk|rs))\.?\s?$/iu;
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
 * @returns null where it is none, or below 1
 */
export function wholeNumber(written: string): number | null {
  const compact = written.trim();
  const grouped = GROUPED.exec(compact);
  let digits: string;
  if (grouped) {
    digits = compact.replace(/[.,]0{1,2}$/, '').replaceAll(/\D/g, '');
  } else {
    if (!/^\+?\d+(?:[.,]0{1,2})?$/.test(compact)) return null;
    digits = compact.replace(/[.,]0{1,2}$/, '').replace('+', '');
  }
  const value = Number(digits);
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}

/**
 * The numbers in one cell that could be a quantity.
 * @param cell its text, with what is known to be something else already blanked out
 * @param isWholeRow whether the row has no other cell
 */
export function writtenNumbers(cell: string, isWholeRow: boolean): WrittenNumber[] {
  const text = plainDigits(cell);
  const trimmed = text.trim().replace(/^[-–—−•*]\s+/u, '');
  if (trimmed === '') return [];
  const lead = text.indexOf(trimmed);
  if (ONE_NUMBER.test(trimmed)) {
    return [{ pieces: wholeNumber(trimmed), start: lead, end: lead + trimmed.length, weight: ALONE }];
  }
  const found = [...text.matchAll(NUMBER)].slice(0, MOST_NUMBERS).map((match) => readNumber(text, match, isWholeRow));
  return found.filter((number) => number !== null);
}

/** @returns null where what stands beside the number says that it is a measure, a price, a part of a word, a place in a list */
function readNumber(text: string, match: RegExpExecArray, isWholeRow: boolean): WrittenNumber | null {
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
  const after = text.slice(end);
  const byUnit = AFTER.test(after) || BEFORE.test(before);
  if ((!byUnit && isPartOfOther(before, after)) || isNoQuantity(before, after)) return null;
  const dozens = DOZEN.test(after) ? 12 : 1;
  if (dozens > 1 || PACKAGES.test(after)) {
    const count = dozens > 1 ? wholeNumber(written) : null;
    return { pieces: count === null ? null : count * dozens, start, end, weight: BY_UNIT };
  }
  const alone = before.trim() === '' || after.replace(/^[.!?\s]+/, '') === '';
  const weight = byUnit ? BY_UNIT : !alone ? INSIDE : isWholeRow ? ALONE - 10 : AT_AN_END;
  return { pieces: wholeNumber(written), start, end, weight };
}

/** Whether a number without a unit of count belongs to a measure or a word. */
function isPartOfOther(before: string, after: string): boolean {
  return MEASURE_AFTER.test(after) || GLUED_AFTER.test(after) || GLUED_BEFORE.test(before);
}

function isNoQuantity(before: string, after: string): boolean {
  if (/[\p{L}\d]$/u.test(before) && !/(?:^|[^\p{L}\p{N}])[x×✕*]$/iu.test(before)) return true;
  if (CURRENCY_BEFORE.test(before)) return true;
  // "1." or "1)" before a row is its place in a list.
  return before.trim() === '' && /^[.)]\s+\S/.test(after);
}
