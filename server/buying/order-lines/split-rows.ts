import { sentence } from '#contract/sentences.ts';
import { MAX_ROW_LENGTH, MAX_ROWS } from '#contract/buying/order-lines.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { inPortions } from './in-portions.ts';

/** One pasted row, cut into cells. */
export interface Row {
  /** Its line among the pasted ones, from 1. */
  row: number;
  /** As it was pasted; of one that is too long its beginning. */
  text: string;
  /** None where it is too long. */
  cells: string[];
  /** Longer than MAX_ROW_LENGTH: no pattern sees it. */
  tooLong: boolean;
}

/** A paste, cut into rows. */
export interface Sheet {
  rows: Row[];
  /** Which cell holds the quantity, where a heading line says so; only for rows with as many cells as the heading. */
  quantityCell: Column | null;
  /** Which cell holds the unit that is counted; likewise. */
  unitCell: Column | null;
  /** The sign before decimals, where other cells of the list say so; `both` where some say one and some the other. */
  decimal: ',' | '.' | 'both' | null;
}

interface Column {
  index: number;
  of: number;
}

const QUANTITY_HEADING =
  /^(?:order(?:ed)?\s+)?(?:qty|quantity|quantities|pcs|pieces|units?|amount|count|nos?\.?|number of pieces|menge|anzahl|stück|stk|stückzahl|bestellmenge|cantidad|cant|unidades|quantité|qté|quantita|quantità|qtà|quantidade|aantal|antall?|määrä|ilość|množství|mennyiség|adet|miktar|количество|кол-во|পরিমাণ|সংখ্যা|数量|الكمية|الكميه)(?:\s*(?:\(.*\)|ordered|needed|req(?:uired)?))?[.:]?$/iu;
const UNIT_HEADING =
  /^(?:(?:order|sales|sell|bestell|verkaufs)?[\s-]?(?:unit|einheit)|units?|uom|u\/?m|u\.o\.m\.|units? of measure|me|mengeneinheit|vpe|ve|verpackung(?:seinheit)?|gebinde|pack(?:ing|aging)?(?:[\s-]*(?:size|qty|quantity))?|pkg|packungs(?:größe|inhalt)|per|pe|preiseinheit|price unit|enhet|enhed|eining|yksikkö|unité|conditionnement|cond\.?|unidad(?: de medida)?|u\.?d?\.?m\.?|envase|unità|eenheid|jednostka|jm|j\.m\.)[.:]?$/iu;
/** Words of quantity that stand behind a tool too, in place of a number that was forgotten. */
const UNIT_OF_COUNT = /^(?:pcs|pieces|units?|nos?|stück|stk|unidades)[.:]?$/iu;
const OTHER_HEADING =
  /^(?:(?:our|your|own|my|customer|buyer|supplier)\s+)?(?:#|no\.?|nr\.?|number|pos\.?|position|line|row|item(?:\s*(?:no|number|code|#))?\.?|(?:part|stock)(?:\s*(?:no|number))?\.?|sku|code|article|artikel-?(?:nummer|nr)?\.?|art\.?[\s-]*(?:nr|no)\.?|product(?:\s*(?:code|name))?|tool|name|description|bezeichnung|beschreibung|descripción|designation|désignation|référence|ref\.?|referencia|price|unit price|preis|total|sum|note|notes|remarks?|comment|currency|brand|category)$/iu;

interface Cell {
  text: string;
  /** Whether it stood in quotes: then a comma in it, or beside it, is no part of a number. */
  quoted: boolean;
}

/** No sheet of orders has more columns; what stands in further ones is not read. */
const MOST_CELLS = 100;
/** How much of a row that is too long is shown. */
const SHOWN = 200;
const LINE_BREAKS = '\r\n\u2028\u2029';
/** So many lines may be one row, with a quoted cell over them. */
const MOST_JOINED = 6;
/** Before a heading stand at most a greeting and what the list is called. */
const LAST_HEADING = 5;
/** What parts a heading from its rows where a table is drawn with signs. */
const RULE = /^[\s|:+=_-]{3,}$/;

/**
 * Cuts pasted text into rows and cells by the separator that it uses: tabs, semicolons, bars or commas.
 * @throws AppError TOO_MANY_ROWS
 */
export async function splitRows(text: string): Promise<Sheet> {
  const written = rowsIn(text);
  // A quoted cell of several lines is one row.
  if (written > MAX_ROWS * MOST_JOINED) refuseMoreThan(MAX_ROWS, written);
  const lines = await linesOf(text.replace(/^\ufeff/, ''));
  // One of them may be a heading.
  if (lines.length > MAX_ROWS + 1) refuseMoreThan(MAX_ROWS, lines.length);
  const readable = lines.filter(({ tooLong }) => !tooLong);
  const separator = separatorOf(await inPortions(readable, (line) => withoutQuoted(line.text)));
  const cutLine = ({ row, text: line, tooLong }: Line) => {
    const own = tooLong ? null : ownSeparator(line, separator);
    return { row, text: line, tooLong, own, cells: tooLong ? [] : cellsOf(line, own) };
  };
  const heading = lines.slice(0, LAST_HEADING).map(cutLine).find(isHeading) ?? null;
  const listed = lines.filter(({ row }) => row !== heading?.row);
  refuseMoreThan(MAX_ROWS, listed.length);
  const body = await inPortions(listed, cutLine);
  const columns = separator === ',' ? await columnsOf(body, heading) : 0;
  const rows = await inPortions(body, ({ row, text: line, tooLong, own, cells }) => ({
    row,
    text: tooLong ? `${line.slice(0, SHOWN).toWellFormed()}…` : line,
    tooLong,
    cells: (own === ',' && cells.length !== columns ? joinThousands(cells) : cells).map(({ text: cell }) =>
      cell.trim(),
    ),
  }));
  return { rows, ...columnsIn(heading?.cells.map((cell) => cell.text.trim()) ?? []), decimal: await decimalOf(rows) };
}

/** A whole cell that is one number with decimals, and no other: 10,00 and 1.000,00 and 1000,000 and 1.000,000. */
const WITH_DECIMALS =
  /^\D{0,4}(?:\d{1,9}|\d{1,3}(?:[.,']\d{3}){1,3})([.,])(?:\d{1,2}|(?<=\d{4}[.,]|[.'’]\d{3},|[,'’]\d{3}\.)\d{3})\D{0,4}$/u;

async function decimalOf(rows: readonly Row[]): Promise<Sheet['decimal']> {
  const found = await inPortions(rows, ({ cells }) => cells.map((cell) => WITH_DECIMALS.exec(cell)?.[1] ?? null));
  const signs = new Set(found.flat());
  const [comma, point] = [signs.has(','), signs.has('.')];
  return comma && point ? 'both' : comma ? ',' : point ? '.' : null;
}

/** Which columns hold the quantity and its unit. "Unit" is the quantity only where no other column is. */
function columnsIn(headings: readonly string[]): Pick<Sheet, 'quantityCell' | 'unitCell'> {
  const column = (index: number) => (index < 0 ? null : { index, of: headings.length });
  const quantity = (names: (heading: string) => boolean) =>
    headings.findIndex((heading) => names(heading) && QUANTITY_HEADING.test(heading));
  const sure = quantity((heading) => !UNIT_HEADING.test(heading));
  const index = sure < 0 ? quantity(() => true) : sure;
  const unit = headings.findIndex((heading, at) => at !== index && UNIT_HEADING.test(heading));
  return { quantityCell: column(index), unitCell: column(unit) };
}

/** How many lines of a text are not blank. */
export function rowsIn(text: string): number {
  const written = /[^\s][^\r\n\u2028\u2029]*/g;
  let rows = 0;
  while (written.test(text)) rows++;
  return rows;
}

function refuseMoreThan(most: number, rows: number): void {
  if (rows <= most) return;
  throw new AppError(
    'TOO_MANY_ROWS',
    sentence('You pasted {rows, number} rows. Paste at most {most, number} at a time.', { rows, most }),
    { facts: { rows, most } },
  );
}

interface Line {
  row: number;
  text: string;
  tooLong: boolean;
}

/** Lines that are not blank; a quoted cell may hold line breaks, as spreadsheets write them. */
async function linesOf(text: string): Promise<Line[]> {
  const written = writtenLines(text);
  let joinedTo = 0;
  const lines = await inPortions([...written], ([row, first]): Line[] => {
    if (row <= joinedTo) return [];
    let line = first;
    const most = first.length <= MAX_ROW_LENGTH && opensQuote(first) ? MOST_JOINED : 1;
    // An opened quote goes on below only where it is closed within a few lines: an inch mark is no quote.
    for (let more = 1; more < most; more++) {
      const joined = Array.from({ length: more + 1 }, (_, below) => written.get(row + below) ?? '').join(' ');
      if (joined.length > MAX_ROW_LENGTH) break;
      if (opensQuote(joined)) continue;
      line = joined;
      joinedTo = row + more;
      break;
    }
    const trimmed = line.trim();
    if (RULE.test(trimmed)) return [];
    return [{ row, text: trimmed, tooLong: trimmed.length > MAX_ROW_LENGTH }];
  });
  return lines.flat();
}

/** The lines that are not blank, by their numbers from 1. Those that are blank may be a million. */
function writtenLines(text: string): Map<number, string> {
  const lines = new Map<number, string>();
  let [row, from] = [1, 0];
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !LINE_BREAKS.includes(text[at] ?? '')) continue;
    const line = text.slice(from, at);
    if (line.trim() !== '') lines.set(row, line);
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    from = at + 1;
    row++;
  }
  return lines;
}

/** Whether a cell begins with a quote that nothing closes. */
function opensQuote(line: string): boolean {
  let open = false;
  /** Whether nothing but blanks stands between here and the beginning of the cell. */
  let begins = true;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? '';
    if (letter !== '"') {
      begins = SEPARATORS.includes(letter) || (begins && letter.trim() === '');
    } else if (open) {
      if (line[at + 1] === '"') at++;
      else open = begins = false;
    } else {
      open = begins;
      begins = false;
    }
  }
  return open;
}

const SEPARATORS = '\t;,|';
const QUOTED_CELL = /(^|[\t;,|])[^\S\t]*"(?:[^"]|"")*"[^\S\t]*(?=[\t;,|]|$)/g;

/** A line without its cells in quotes, where a separator is a sign like others. */
function withoutQuoted(line: string): string {
  return line.replace(QUOTED_CELL, '$1');
}

/** @param lines without their cells in quotes */
function separatorOf(lines: readonly string[]): string | null {
  for (const separator of ['\t', ';', '|']) {
    const having = lines.filter((line) => line.includes(separator)).length;
    if (having > 0 && having * 2 >= lines.length) return separator;
  }
  return lines.some((line) => line.includes('\t')) ? '\t' : lines.some((line) => line.includes(',')) ? ',' : null;
}

/** A row of its own kind among others is read by the separator that it has. */
function ownSeparator(written: string, usual: string | null): string | null {
  const line = withoutQuoted(written);
  return ['\t', ';', '|'].find((each) => line.includes(each)) ?? (usual === ',' || line.includes(',') ? ',' : null);
}

function cellsOf(line: string, separator: string | null): Cell[] {
  if (separator === null) return [{ text: unquoted(line), quoted: false }];
  const cells: Cell[] = [];
  const lastClosing = lastClosingQuote(line, separator);
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? '';
    if (quoted) {
      if (letter === '"' && line[at + 1] === '"') {
        cell += '"';
        at++;
      } else if (letter === '"') quoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '' && (at < lastClosing || closesAtOnce(line, at, separator))) {
      quoted = wasQuoted = true;
      cell = '';
    } else if (letter === separator) {
      cells.push({ text: cell, quoted: wasQuoted });
      cell = '';
      wasQuoted = false;
    } else cell += letter;
  }
  cells.push({ text: cell, quoted: wasQuoted });
  return cells.slice(0, MOST_CELLS);
}

/** Where the last quote stands that closes a cell, -1 where none does. A pair of them is one that stands within a cell. */
function lastClosingQuote(line: string, separator: string): number {
  let endsCell = true;
  for (let at = line.length - 1; at >= 0; at--) {
    const letter = line[at] ?? '';
    if (letter !== '"') {
      endsCell = letter === separator || (endsCell && letter.trim() === '');
      continue;
    }
    let first = at;
    while (line[first - 1] === '"') first--;
    if (endsCell && (at - first) % 2 === 0) return at;
    endsCell = false;
    at = first;
  }
  return -1;
}

/** Whether the quotes that follow this one at once close the cell that it opens: "" is an empty one. */
function closesAtOnce(line: string, at: number, separator: string): boolean {
  let last = at;
  while (line[last + 1] === '"') last++;
  if ((last - at) % 2 === 0) return false;
  const next = line.slice(last + 1).trimStart();
  return next === '' || next.startsWith(separator);
}

function unquoted(cell: string): string {
  return /^"(?:[^"]|"")*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

/**
 * A line that names columns: a quantity and something else, without a number; or at least two others. Of a line in one piece each
 * word is a name.
 */
function isHeading({ cells }: { cells: readonly Cell[] }): boolean {
  const named = cells.map(({ text }) => text.trim()).filter((cell) => cell !== '');
  const [first = '1', ...more] = named;
  if (more.length === 0) return QUANTITY_HEADING.test(first) || isHeadingOfWords(first.split(/\s+/));
  if (named.some((cell) => /^[\d.,\s]+$/.test(cell))) return false;
  const [quantity, ...second] = named.filter((cell) => QUANTITY_HEADING.test(cell) && !UNIT_HEADING.test(cell));
  const others = named.filter((cell) => OTHER_HEADING.test(cell) || UNIT_HEADING.test(cell)).length;
  if (others >= 2 || quantity === undefined || second.length > 0) return others >= 2;
  return others > 0 || !(UNIT_OF_COUNT.test(quantity) || named.some((cell) => /\d/.test(cell)));
}

function isHeadingOfWords(words: readonly string[]): boolean {
  const others = words.filter((word) => !QUANTITY_HEADING.test(word));
  return others.length === words.length - 1 && others.length > 0 && others.every((word) => OTHER_HEADING.test(word));
}

/** How many cells the rows have by commas alone, where 1,000 could be two of them; 0 where nothing says so. */
async function columnsOf(rows: readonly { cells: Cell[] }[], heading: { cells: Cell[] } | null): Promise<number> {
  if (heading) return heading.cells.length;
  const isSure = await inPortions(
    rows,
    ({ cells }) => cells.length > 2 && joinThousands(cells).length === cells.length,
  );
  const sure = rows.filter((_, index) => isSure[index]);
  const [first] = sure;
  return first && sure.every(({ cells }) => cells.length === first.cells.length) ? first.cells.length : 0;
}

/** More than any number has that is written in thousands, and one. */
const LONGEST_NUMBER = 60;
const BEGUN_NUMBER = /[\s(:=x×*]\d{1,3}(?:,\d{3})*$/i;

/** Puts "1" and "000" back together, which a comma between thousands had parted. */
function joinThousands(cells: Cell[]): Cell[] {
  const joined: Cell[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    const goesOn = last && !last.quoted && !cell.quoted && BEGUN_NUMBER.test(` ${last.text}`.slice(-LONGEST_NUMBER));
    if (last && goesOn && /^\d{3}(?!\d)/.test(cell.text)) {
      joined[joined.length - 1] = { text: `${last.text},${cell.text}`, quoted: false };
    } else joined.push(cell);
  }
  return joined;
}
