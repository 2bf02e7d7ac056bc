/** A stretch of a row's cell that could be a stock number or a name. */
export interface Spelling {
  written: string;
  /** Which cell, and where in it. */
  cell: number;
  start: number;
  end: number;
}

/** A stock number may be written in so many parts: "HAM CL 16 H". */
const MOST_PARTS = 7;
/** What stands behind so many words of a row is a letter, and no order line. */
const MOST_WORDS = 60;
/** Cells of a row that a name is looked for in. */
const MOST_NAMED = 30;
const LONGEST_CODE = 80;
const LONGEST_NAME = 400;

/** Blanks, dashes and slashes: what may stand within a stock number, and does not count (contract, POST /order-lines). */
const JOINTS = /^[\s/\\‐‑‒–—―−-]+$/u;
const FIRST_PART = /^[^\s/\\‐‑‒–—―−-]+/u;
/** Signs that part stock numbers from what stands beside them, unless a stock number has them itself. */
const PARTING = /[;,|"“”()[\]:=]/u;
const QUANTITY_AT_START =
  /^\s*\d[\d.,'’\u00a0\u202f]*\s*(?:(?:pieces?|pcs?|stk|stück|stck|st|ea|each|units?|nos)\b\.?|[x×✕*])?\s*(?:of\s+)?/iu;
const UNITS = new Set('piece pieces pc pcs stk stück stck st ea each unit units nos'.split(' '));
const BLANK = /\s/u;
const IN_NUMBER = /[\d.,'’\u00a0\u202f]/u;
const LETTER = /\p{L}/u;
/** A stretch that is longer is neither a stock number nor a name, whatever is taken off its ends. */
const MOST_AROUND = 40;

/** Every stretch of a row's cells that could be a stock number. */
export function codeSpellings(cells: readonly string[]): Spelling[] {
  const found: Spelling[] = [];
  let room = MOST_WORDS;
  for (const [cell, text] of cells.entries()) {
    if (room <= 0) break;
    const parts = partsOf(text, room);
    room -= parts.length;
    found.push(...spellingsIn(text, cell, parts));
  }
  return found;
}

/** What a spelling begins with, up to the first joint: no stock number is written so that does not begin with it. */
export function headOf(written: string): string {
  return FIRST_PART.exec(written)?.[0] ?? written;
}

interface Part {
  start: number;
  end: number;
}

function partsOf(text: string, most: number): Part[] {
  const parts: Part[] = [];
  for (const { index, 0: part } of text.matchAll(/[^\s/\\‐‑‒–—―−;,|"“”()[\]:=-]+/gu)) {
    if (parts.length >= most) break;
    parts.push({ start: index, end: index + part.length });
  }
  return parts;
}

/**
 * Every stretch of a cell that could be a stock number: one part, or several with nothing but joints between them; or the cell,
 * since a number may have signs in it that part others: "M10(50)".
 */
function spellingsIn(text: string, cell: number, parts: readonly Part[]): Spelling[] {
  const found = new Map<string, Spelling>();
  const add = (start: number, end: number) => {
    const written = text.slice(start, end);
    if (written.length <= LONGEST_CODE && /[\p{L}\p{N}]/u.test(written))
      found.set(`${start}-${end}`, { written, cell, start, end });
  };
  for (let first = 0; first < parts.length; first++) {
    for (let last = first; last < Math.min(parts.length, first + MOST_PARTS); last++) {
      const [from, to] = [parts[first], parts[last]];
      if (!from || !to) break;
      if (to.end - from.start > LONGEST_CODE + MOST_AROUND) break;
      if (last > first && !JOINTS.test(text.slice(parts[last - 1]?.end, to.start))) break;
      add(from.start, to.end);
      const written = text.slice(from.start, to.end);
      // The end of a sentence, a mark before a number, and a quantity that touches: "24xHAM-CL-16H", "HAM-CL-16H×24".
      const sentence = /[.!?']+$/.exec(written)?.[0].length ?? 0;
      if (sentence > 0) add(from.start, to.end - sentence);
      if ("#'*•".includes(written[0] ?? ' ')) add(from.start + 1, to.end);
      const glued = /^\d+[x×✕*](?=.)/iu.exec(written)?.[0].length ?? 0;
      if (glued > 0) add(from.start + glued, to.end);
      const tail = /(?<=.)[x×✕*]\d+$/iu.exec(written)?.[0].length ?? 0;
      if (tail > 0) add(from.start, to.end - tail);
    }
  }
  withSigns(text).forEach(({ start, end }) => add(start, end));
  return [...found.values()];
}

/** The cell as a whole, where something in it parts what may be one number. */
function withSigns(text: string): { start: number; end: number }[] {
  return text.length <= LONGEST_CODE + MOST_AROUND && PARTING.test(text) ? wholes(text) : [];
}

/** Where a text begins and ends, and where it does without a quantity before or behind it. */
function wholes(text: string): { start: number; end: number }[] {
  const head = QUANTITY_AT_START.exec(text)?.[0].length ?? 0;
  const tail = quantityAtEnd(text);
  return [
    [0, text.length],
    ...(head > 0 ? [[head, text.length]] : []),
    ...(tail > 0 ? [[0, text.length - tail]] : []),
  ].map(([from = 0, to]) => {
    const part = text.slice(from, to);
    return { start: from + part.length - part.trimStart().length, end: from + part.trimEnd().length };
  });
}

/** What could be a tool's whole name: a cell, the whole row, either without a quantity before or behind it. */
export function nameSpellings(cells: readonly string[], whole: string): Spelling[] {
  const found: Spelling[] = [];
  const add = (written: string, cell: number, start: number) => {
    const trimmed = written.trim().replace(/[.!?]$/, '');
    if (!/\p{L}/u.test(trimmed) || trimmed.length > LONGEST_NAME) return;
    const from = start + written.indexOf(trimmed);
    found.push({ written: trimmed, cell, start: from, end: from + trimmed.length });
  };
  const each = [
    ...cells.slice(0, MOST_NAMED).map((text, cell) => ({ text, cell })),
    ...(cells.length > 1 ? [{ text: whole, cell: -1 }] : []),
  ];
  for (const { text, cell } of each) {
    if (text.length > LONGEST_NAME + MOST_AROUND) continue;
    for (const { start, end } of wholes(text)) add(text.slice(start, end), cell, start);
  }
  return found;
}

/**
 * How much of a text's end is a quantity, with what parts it from the name: ", 24 pcs." and " × 24". Read backwards and
 * once: each of its parts may be missing, and blanks stand between all of them and within numbers.
 */
function quantityAtEnd(text: string): number {
  const back = (from: number, pattern: RegExp): number => {
    let at = from;
    while (at > 0 && pattern.test(text[at - 1] ?? '')) at--;
    return at;
  };
  let at = back(text.length, BLANK);
  if ('.!?'.includes(text[at - 1] ?? ' ')) at = back(at - 1, BLANK);
  if (text[at - 1] === ')') at--;
  const unitEnd = text[at - 1] === '.' ? at - 1 : at;
  const unit = back(unitEnd, LETTER);
  if (UNITS.has(text.slice(unit, unitEnd).toLowerCase())) at = unit;
  at = back(at, BLANK);
  let number = back(at, IN_NUMBER);
  while (number < at && !/\d/.test(text[number] ?? '')) number++;
  if (number === at) return 0;
  const times = back(number, BLANK);
  const start = 'xX×✕*('.includes(text[times - 1] ?? ' ') ? times - 1 : number;
  return text.length - back(start, /[\s:=,–-]/u);
}
