import { sentence } from '#contract/sentences.ts';
import { type ReadRow, SheetProblem } from './sheet-rows.ts';
import type { StatementRows } from './statement-rows.ts';

/** No text of a statement is longer; the rest of it is left out. */
const MAX_TEXT = 2_000;
/** No line of a statement is nearly as long. */
const MAX_LINE = 20_000;
/** Lines of a text end after so many characters, in the midst of a word where need be. */
const WRAPPED = 60;

/** Whether a text is a statement in MT940, or a report in MT942: its fields stand at the beginning of lines. */
export function isMt940(head: string): boolean {
  return /^:20:/m.test(head) && /^:25P?:/m.test(head) && /^:(?:60[FM]|61|34F|28C?):/m.test(head);
}

/**
 * Reads a bank statement in SWIFT's MT940, with German subfields, with words between slashes or plain: a row for each booking. Those
 * of a report within a day (MT942) are not booked yet.
 */
export async function* readMt940(text: AsyncIterable<string>, rows: StatementRows): AsyncGenerator<ReadRow[]> {
  const statement = createStatement(rows);
  for await (const field of fieldsOf(text)) {
    statement.read(field);
    yield* rows.full();
  }
  statement.end();
}

interface Field {
  tag: string;
  /** Without what stands before the first field. */
  lines: string[];
}

/** The fields of a file; a line that begins none belongs to the one before. */
async function* fieldsOf(source: AsyncIterable<string>): AsyncGenerator<Field> {
  let field: Field | undefined;
  let length = 0;
  for await (const line of linesOf(source)) {
    const [, tag, rest = ''] = /^(?:\{[^}]*\})*:(\d\d[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined) {
      if (field) yield field;
      field = { tag, lines: [rest.slice(0, MAX_TEXT)] };
      length = rest.length;
    } else if (/^-\}?/.test(line) && line.length <= 2) {
      if (field) yield field;
      field = undefined;
      // Some banks end a statement so, and have the next begin with no field of its own.
      yield { tag: '', lines: [] };
    } else if (field && length < MAX_TEXT) {
      field.lines.push(line.slice(0, MAX_TEXT));
      length += line.length;
    }
  }
  if (field) yield field;
}

async function* linesOf(source: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of source) {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE)
      throw new SheetProblem('unreadable', sentence('This bank statement is damaged: one of its lines does not end.'));
    yield* lines;
  }
  yield rest.replace(/\r$/, '');
}

/** A booking, before the text that follows it is known. */
interface Booking {
  date: string;
  amount: number;
  isReversal: boolean;
  isExpected: boolean;
  customer: string;
  bank: string;
  /** What stands on the line below it. */
  more: string;
}

function createStatement(rows: StatementRows) {
  let [account, currency, isInterim] = ['', '', false];
  let booking: Booking | undefined;
  const close = (text: string[]) => {
    if (!booking) return;
    const { date, amount, isReversal, isExpected, customer, bank, more } = booking;
    const said = readText(text, more);
    const own = /^NONREF$/i.test(customer) ? '' : customer;
    rows.line([
      date,
      amount,
      currency,
      [said.text, said.text.includes(own) ? '' : own].filter((part) => part !== '').join(' '),
      said.payer,
      bank,
      isReversal ? 'true' : '',
      isInterim || isExpected ? 'PDNG' : 'BOOK',
      said.endToEnd,
      account,
    ]);
    booking = undefined;
  };
  const balance = (which: string, line: string) => {
    const found = /^([CD])\d{6}([A-Z]{3})(\d{1,15}),(\d{0,3})/.exec(line);
    if (!found) return;
    currency = found[2]!;
    rows.balance(which, numberOf(found[3]!, found[4]!, found[1] === 'D'));
  };
  const read = ({ tag, lines }: Field) => {
    if (tag === '86') return close(lines);
    close([]);
    const [first = ''] = lines;
    if (tag === '20') [account, currency, isInterim] = ['', '', false];
    if (tag === '25' || tag === '25P') account = accountOf(first);
    if (tag === '34F' || tag === '13D') {
      isInterim = true;
      currency ||= first.slice(0, 3);
    }
    // M is that of a page, whose other pages may be in another file.
    if (tag === '60F' || tag === '60M') balance('Opening balance', first);
    if (tag === '62F' || tag === '62M') balance('Closing balance', first);
    if (tag === '61') {
      booking = bookingOf(first, lines.slice(1).join(' '));
      if (!booking) rows.complain(`This booking cannot be read: ${first.slice(0, 80)}`);
    }
  };
  return { read, end: () => close([]) };
}

/** The number of an account, with a German one as its IBAN ends. */
function accountOf(text: string): string {
  const plain = text.trim().replace(/\s*(?:[A-Z]{3})?$/, '');
  const [, bank, number] = /^(\d{8})\/(\d{1,10})$/.exec(plain) ?? [];
  return bank && number ? bank + number.padStart(10, '0') : plain;
}

const BOOKING =
  /^(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(R?[CD]|E[CD])[A-Z]?(\d{1,15}),(\d{0,3})([A-Z][A-Z\d]{3})?(.{0,40})$/;

function bookingOf(line: string, more: string): Booking | undefined {
  const [head = '', ...bank] = line.slice(0, 200).split('//');
  const found = BOOKING.exec(head.trim());
  if (!found) return undefined;
  const [, year = '', valueMonth = '', valueDay = '', month = valueMonth, day = valueDay, mark = '', whole, cents] =
    found;
  // A booking of January may have its value in December.
  const turn = Number(valueMonth) - Number(month);
  const ofYear = 2000 + Number(year) + (turn > 6 ? 1 : turn < -6 ? -1 : 0);
  const isOut = mark === 'D' || mark === 'RC' || mark === 'ED';
  return {
    date: `${ofYear}-${month}-${day}`,
    amount: numberOf(whole!, cents!, isOut),
    isReversal: mark.startsWith('R'),
    isExpected: mark.startsWith('E'),
    customer: (found[10] ?? '').trim(),
    bank: bank.join('//').trim(),
    more: more.trim(),
  };
}

function numberOf(whole: string, cents: string, isOut: boolean): number {
  const value = Number(`${whole}.${cents || '0'}`);
  return isOut && value !== 0 ? -value : value;
}

interface BookingText {
  text: string;
  payer: string;
  endToEnd: string;
}

/** What the lines below a booking say, in whichever of three ways. */
function readText(lines: string[], more: string): BookingText {
  const whole = lines.join('');
  const sign = /^\d{3}([^\w\s])\d\d/.exec(whole)?.[1];
  if (sign !== undefined) return ofSubfields(whole, sign);
  const joined = lines.map((line) => (line.length >= WRAPPED ? line : `${line} `)).join('');
  const plain = joined.trim();
  if (/^\/[A-Z]{4}\//.test(whole)) return ofSlashes(whole);
  return { text: plain === '' ? more : plain, payer: '', endToEnd: '' };
}

/** `166?00GUTSCHRIFT?20SVWZ+Invoice?32Miller`: a German bank's, in pieces of 27 characters. */
function ofSubfields(text: string, sign: string): BookingText {
  const pieces = new Map<string, string>();
  // What stands behind the sign and no number is a sign of the text.
  const parts = text.slice(3).split(sign);
  let code = '';
  for (const part of parts.slice(1)) {
    const [, next, piece = ''] = /^(\d\d)(.*)$/s.exec(part) ?? [];
    if (next === undefined) pieces.set(code, `${pieces.get(code) ?? ''}${sign}${part}`);
    else {
      code = next;
      pieces.set(code, (pieces.get(code) ?? '') + piece);
    }
  }
  const all = (from: number, to: number) =>
    [...pieces].flatMap(([at, piece]) => (Number(at) >= from && Number(at) <= to ? [piece] : [])).join('');
  const remittance = all(20, 29) + all(60, 63);
  const marked = wordsOf(remittance, /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC)\+/g);
  const endToEnd = marked.get('EREF')?.trim() ?? '';
  const said = marked.get('SVWZ') ?? (marked.size === 0 ? remittance : (marked.get('') ?? ''));
  return {
    text:
      [said, marked.get('KREF') ?? '']
        .map((part) => part.trim())
        .filter(isSaid)
        .join(' ') || all(0, 0).trim(),
    payer: all(32, 33).trim(),
    endToEnd: isSaid(endToEnd) ? endToEnd : '',
  };
}

/** `/REMI/Invoice/NAME/Miller/EREF/1`: as Dutch and other banks have it. */
function ofSlashes(text: string): BookingText {
  const marked = wordsOf(
    text,
    /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|ORDP|BENM|CNTP|MARF|CSID|PREF|RTRN|ISDT|PURP|ULTD|ULTC)\//g,
  );
  const [, , ofParty = ''] = (marked.get('CNTP') ?? '').split('/');
  const remittance = (marked.get('REMI') ?? '').replace(/^(?:USTD|STRD)\/+/, '').replace(/\/+$/, '');
  const payer = (marked.get('NAME') ?? ofParty).replace(/^\/+|\/.*$/g, '').trim();
  const endToEnd = (marked.get('EREF') ?? '').replaceAll('/', '').trim();
  return {
    text: remittance.trim() || (marked.get('TRTP') ?? '').trim(),
    payer,
    endToEnd: isSaid(endToEnd) ? endToEnd : '',
  };
}

function isSaid(text: string): boolean {
  return text !== '' && !/^NOT ?PROVIDED$/i.test(text);
}

/** What stands behind each word; what stands before the first is behind none. */
function wordsOf(text: string, pattern: RegExp): Map<string, string> {
  const found = [...text.matchAll(pattern)];
  const marked = new Map<string, string>();
  for (const [at, match] of found.entries()) {
    const from = match.index + match[0].length;
    const said = text.slice(from, found[at + 1]?.index);
    if (!marked.has(match[1]!)) marked.set(match[1]!, said);
  }
  const before = text.slice(0, found[0]?.index).trim();
  if (found.length > 0 && before !== '') marked.set('', before);
  return marked;
}
