import type { Attribute } from '#contract/catalogue/attributes.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { MAX_PRICE_BREAKS, ToolEdit } from '#contract/catalogue/tools.ts';
import type { ImportedField, ToolCells } from '#contract/catalogue/imports.ts';
import { armed } from '#server/engine/sheets/armed-text.ts';
import type { ReadCell } from '#sheets/sheet-rows.ts';
import { foreignCurrency, isOwn } from './currency-of-cells.ts';

/** How numbers in the cells of a sheet are to be taken. */
export interface NumberStyle {
  /** Whether the file is one of a country that writes 9,50 for nine and a half. */
  decimalCommas: boolean;
  /** How numbers of the file are written so far. Left out: nothing is remembered. */
  written?: WrittenSoFar;
  /** What the shop sells in, as ISO 4217 has it. */
  currency: string;
  /** By what the shop tells its tools apart; each has a column. */
  attributes: readonly Attribute[];
}

/** What the numbers of a file say of how it writes them. */
export interface WrittenSoFar {
  /** What its commas are; where they are both, that is asked. */
  commas: 'decimals' | 'thousands' | null;
  /** What says by itself that a point stands before its decimals: 12.50, 1,234.50, or commas between its cells. */
  hasPoints: boolean;
  /** Its commas are both. */
  isMixed: boolean;
  /** The first number of the cell that was read last whose comma was taken to part thousands. */
  joined: string | null;
}

type CellResult<Value = unknown> = { value: Value } | { problem: string };

type NonEmptyCell = Exclude<ReadCell, null>;
type Understood = Exclude<NonEmptyCell, { problem: string }>;

/** What a cell says whole: of packs it leaves out what stays (pack-cells.ts). */
type OneCell = Exclude<ImportedField, 'packs'>;

/** How the cell of each field is read. */
const READ_AS: Record<OneCell, 'text' | 'money' | 'whole' | 'per' | 'yes-no' | 'day' | 'breaks'> = {
  sku: 'text',
  name: 'text',
  category: 'text',
  family: 'text',
  price: 'money',
  priceUnit: 'per',
  availableQuantity: 'whole',
  minOrderQuantity: 'whole',
  quantityStep: 'whole',
  priceBreaks: 'breaks',
  weight: 'whole',
  reorderBelow: 'whole',
  onSale: 'yes-no',
  onSaleFrom: 'day',
  onSaleUntil: 'day',
  image: 'text',
  description: 'text',
  gtin: 'text',
  hsCode: 'text',
  origin: 'text',
  unspsc: 'text',
};

/** The value of a cell, in the bounds of the contract. */
export function cellValue(
  field: OneCell,
  cell: NonEmptyCell,
  reading: NumberStyle,
): CellResult<NonNullable<ToolCells[OneCell]>> {
  const read = readField(field, cell, reading);
  if ('problem' in read) return read;
  const parsed = ToolEdit.shape[field].safeParse(read.value);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? 'Invalid value' };
  // The schema of a field answers the field's own type, and undefined only where it was given.
  return { value: parsed.data as NonNullable<ToolCells[OneCell]> };
}

/** Pieces that come to a stock, or go: a whole number with or without a sign. */
export function stockChangeOf(cell: NonEmptyCell, reading: NumberStyle): number | { problem: string } {
  const change = signedNumber(cell, reading);
  if (typeof change !== 'number' || (Number.isSafeInteger(change) && Math.abs(change) <= MAX_PIECES)) return change;
  return { problem: 'Enter a whole number of pieces, such as 500 or -3' };
}

function signedNumber(cell: NonEmptyCell, reading: NumberStyle): number | { problem: string } {
  if (isProblem(cell)) return { problem: cell.problem };
  const read = readNumber(typeof cell === 'string' ? armed(cell).replace('−', '-') : cell, false, reading);
  return 'problem' in read ? read : Number(read.value);
}

/** Whether nothing is in a cell. */
export function isEmpty(cell: ReadCell): cell is null {
  return cell === null || (typeof cell === 'string' && cell.trim() === '');
}

export function isProblem(cell: NonEmptyCell): cell is Extract<NonEmptyCell, { problem: string }> {
  return typeof cell === 'object' && 'problem' in cell;
}

/** What is in a cell beside its currency. */
export function plain(cell: Understood): string | number | boolean {
  return typeof cell === 'object' ? cell.amount : cell;
}

function readField(field: OneCell, given: NonEmptyCell, reading: NumberStyle): CellResult {
  const as = READ_AS[field];
  if (isProblem(given)) return as === 'day' && given.day !== undefined ? { value: given.day } : given;
  if (as === 'money' || as === 'whole') return readNumber(given, as === 'money', reading);
  const cell = plain(given);
  if (as === 'per') return readNumber(typeof cell === 'string' ? withoutPieces(cell) : cell, false, reading);
  if (as === 'day') return { value: readDay(armed(String(cell)).trim()) };
  if (as === 'yes-no') return readYesNo(cell);
  if (typeof cell === 'number' && !Number.isSafeInteger(cell) && Math.abs(cell) > Number.MAX_SAFE_INTEGER)
    return { problem: 'A spreadsheet has rounded this number. Format the column as text and enter it again' };
  const text = armed(asText(String(cell)));
  return as === 'breaks' ? readBreaks(text, reading) : { value: text };
}

/** What stands beside the number of pieces that a price is for: "per 100 pcs", "je 100 Stk.". */
function withoutPieces(text: string): string {
  return text
    .slice(0, MAX_NUMBER)
    .replaceAll(/(?:^|(?<=[\d\s.]))(?:per|pro|je|pcs?|pieces?|pce|ea|st|stk|stück|stueck)\.?(?=[\s\d]|$)/giu, '');
}

/** A day as the contract writes it, of 2026-12-24 or 24.12.2026. */
function readDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (year === '') return text.replace(/ 00:00:00$/, '');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** What people write so that a spreadsheet keeps 00123 as it is: ="00123". */
function asText(text: string): string {
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text;
}

const YES = /^(yes|y|true|1|x|on|ja|wahr|oui|vrai|s[iíì]|verdadero|vero|waar)$/i;
const NO = /^(no|n|false|0|off|nein|falsch|non|faux|falso|nee|onwaar)$/i;

/** A yes or a no, in whatever language. */
export function readYesNo(cell: string | number | boolean): CellResult<boolean> {
  const text = String(cell).trim();
  if (YES.test(text)) return { value: true };
  return NO.test(text) ? { value: false } : { problem: 'Enter yes or no' };
}

/** Binary fractions that spreadsheets compute: 0.1 + 0.2 is thirty cents. */
const NOISE = 1e-6;

/** No number is written with more signs than this. */
const MAX_NUMBER = 60;

/** A number as people and spreadsheets write it: $1,234.50, 1.234,50 USD, 1 234,5. */
function readNumber(cell: Understood, money: boolean, reading: NumberStyle): CellResult {
  if (typeof cell === 'boolean') return { problem: 'Enter a number' };
  if (typeof cell === 'object') {
    const foreign = money ? foreignCurrency(cell.currency, reading.currency) : undefined;
    return foreign === undefined ? readNumber(cell.amount, money, reading) : { problem: foreign };
  }
  if (typeof cell === 'number') return { value: money ? withoutNoise(cell, 100) : withoutNoise(cell, 1) };
  return readWrittenNumber(cell, money, reading);
}

function readWrittenNumber(cell: string, money: boolean, reading: NumberStyle): CellResult {
  const none = { problem: money ? 'Enter a price such as 12.50' : 'Enter a whole number' };
  if (cell.length > MAX_NUMBER) return none;
  const text = cell.replaceAll(/[\s\u00A0\u202F'’]/g, '');
  const [, before = '', digits = '', after = ''] = /^([^\d.,]*)(\d[\d.,]*|[.,]\d+)(\D*)$/.exec(text) ?? [];
  const sign = /[+-]/.exec(before)?.[0] ?? '';
  const mark = before.replace(sign, '') + after.replace(/\.$/, '');
  if (digits === '') return none;
  if (mark !== '') {
    const foreign = foreignCurrency(mark, reading.currency);
    if (foreign !== undefined && money) return { problem: foreign };
    if (!money || !isOwn(mark, reading.currency)) return none;
  }
  const plainNumber = withPoint(digits, reading);
  if (typeof plainNumber === 'object') return plainNumber;
  const value = Number(sign + plainNumber);
  return Number.isFinite(value) ? { value } : { problem: 'Enter a number' };
}

function withoutNoise(value: number, scale: number): number {
  const rounded = Math.round(value * scale) / scale;
  return Math.abs(rounded - value) < NOISE ? rounded : value;
}

/** The digits with a point before the decimals and nothing between thousands; a problem where they may mean two numbers. */
function withPoint(digits: string, reading: NumberStyle): string | { problem: string } {
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  if (comma >= 0 && point >= 0) {
    const [thousands, decimal] = comma > point ? ['.', ','] : [',', '.'];
    const [whole = '', ...rest] = digits.split(decimal);
    noteSigns(decimal, reading.written);
    return rest.length === 1 && isGrouped(whole.split(thousands))
      ? digits.replaceAll(thousands, '').replace(decimal, '.')
      : { problem: `${digits} is not a number` };
  }
  if (comma < 0 && point < 0) return digits;
  const sign = comma >= 0 ? ',' : '.';
  const parts = digits.split(sign);
  const grouped = isGrouped(parts);
  if (parts.length > 2) return grouped ? parts.join('') : { problem: `${digits} is not a number` };
  return grouped ? withThree(digits, sign, reading) : withDecimals(digits, sign, reading);
}

/** Notes what stands before the decimals of a number that has both signs. */
function noteSigns(decimal: string, written: WrittenSoFar | undefined): void {
  if (!written) return;
  if (decimal === '.') written.hasPoints = true;
  const commas = decimal === ',' ? 'decimals' : 'thousands';
  if (written.commas === null) written.commas = commas;
  else if (written.commas !== commas) written.isMixed = true;
}

function withDecimals(digits: string, sign: string, { written }: NumberStyle): string | { problem: string } {
  if (written && sign === '.') written.hasPoints = true;
  if (written && sign === ',' && written.commas === 'thousands') {
    written.isMixed = true;
    return {
      problem: `${digits} has a comma before the decimals, but other rows use it between thousands. Write all numbers the same way`,
    };
  }
  if (sign === ',' && written) written.commas = 'decimals';
  return digits.replace(',', '.');
}

/** Three digits behind one sign: thousands, or decimals that neither a price nor a count of pieces has. The file's own way decides. */
function withThree(
  digits: string,
  sign: string,
  { decimalCommas, written }: NumberStyle,
): string | { problem: string } {
  const joined = digits.replace(sign, '');
  const isDecimal = decimalCommas || written?.commas === 'decimals';
  if (sign === '.' ? isDecimal : !written || !isDecimal) {
    if (sign === ',' && written) {
      written.commas = 'thousands';
      written.joined ??= digits;
    }
    return joined;
  }
  return { problem: eitherWay(digits) };
}

/** What is asked where three digits behind one sign may be thousands or decimals. */
export function eitherWay(digits: string): string {
  return `${digits} could mean ${digits.replace(/[.,]/, '')} or ${digits.replace(',', '.')}. Write it without a thousands separator`;
}

/** Whether digits stand in threes, as between signs for thousands. */
function isGrouped(parts: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => part.length === 3);
}

/** All breaks that a tool may have are written with fewer signs than this. */
const MAX_BREAKS = 2_000;

/** Price breaks as an export writes them: `100: 9.5; 500: 8.75`. */
function readBreaks(text: string, reading: NumberStyle): CellResult {
  if (text.length > MAX_BREAKS) return { problem: 'Enter price breaks as 100: 9.50; 500: 8.75' };
  const written = text.split(/[;\n|]/).filter((each) => each.trim() !== '');
  if (written.length > MAX_PRICE_BREAKS) return { problem: `A tool can have at most ${MAX_PRICE_BREAKS} price breaks` };
  const breaks: { from: unknown; price: unknown }[] = [];
  for (const each of written) {
    const [from, price, more] = each.split(/[:=@]/);
    if (from === undefined || price === undefined || more !== undefined)
      return { problem: 'Enter price breaks as 100: 9.50; 500: 8.75' };
    const [pieces, money] = [readNumber(from, false, reading), readNumber(price, true, reading)];
    if ('problem' in pieces) return pieces;
    if ('problem' in money) return money;
    breaks.push({ from: pieces.value, price: money.value });
  }
  return { value: breaks };
}
