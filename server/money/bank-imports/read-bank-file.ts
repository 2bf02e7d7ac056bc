import { createHash } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { isDay } from '#contract/day.ts';
import type { CellProblem } from '#contract/catalogue/imports.ts';
import { MAX_BANK_LINES } from '#contract/money/bank-imports.ts';
import { moneyToCents } from '#contract/money.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { amountOf, type Reading } from '#server/catalogue/imports/cell-values.ts';
import { readSheet } from '#server/catalogue/imports/read-sheet.ts';
import type { ReadCell, ReadRow } from '#sheets/sheet-rows.ts';

/** A payment as the file has it; below 0 it went out. */
export interface ReadPayment {
  row: number;
  /** The same for the same payment in whatever file it comes again. */
  key: string;
  /** YYYY-MM-DD. */
  date: string;
  amountCents: number;
  /** As ISO 4217 has it; empty where the file does not say it. */
  currency: string;
  reference: string;
  payer: string;
}

type Column = 'date' | 'amount' | 'credit' | 'debit' | 'currency' | 'reference' | 'payer' | 'id';

/** What headings of banks' files mean, without blanks and signs; the first that fits counts. */
const HEADINGS: [Column, RegExp][] = [
  [
    'date',
    /^(bookingdate|bookingday|buchungstag|buchungsdatum|buchung|date|datum|dato|fecha|data|transactiondate|posted|postingdate|dateofentry|datecomptable|dateoperation|boekdatum|valuedate|valutadatum|wertstellung)$/,
  ],
  ['credit', /^(credit|creditamount|haben|gutschrift|paidin|moneyin|in|inn|inngaende|abono|accredito)$/],
  ['debit', /^(debit|debitamount|soll|belastung|paidout|moneyout|out|ut|utgaende|cargo|addebito)$/],
  [
    'amount',
    /^(amount|betrag|umsatz|montant|importe|importo|bedrag|belop|belopp|sum|betrageur|amounteur|amountusd|amountgbp)$/,
  ],
  ['currency', /^(currency|ccy|waehrung|wahrung|devise|moneda|valuta|munt)$/],
  [
    'payer',
    /^(payer|payername|name|counterparty|counterpartyname|debtor|from|sender|auftraggeber|zahlungspflichtiger|begunstigterzahlungspflichtiger|beguenstigterzahlungspflichtiger|namezahlungsbeteiligter|naam|tegenpartij|avsender|betaler)$/,
  ],
  [
    'reference',
    /^(reference|references|referenz|verwendungszweck|description|remittanceinformation|remittance|paymentreference|message|text|buchungstext|memo|details|narrative|zweck|libelle|concepto|omschrijving|beskrivelse|melding|kid|customerreference|kundenreferenz|endtoendreferenz|endtoendid)$/,
  ],
  ['id', /^(id|transactionid|bankreference|entryreference|accountservicerreference|transactionreference)$/],
];

/** The heading stands within so many rows: banks write of the account above it. */
const HEADING_ROWS = 40;
const MAX_TEXT = 1_000;
/** No heading that is known is longer; taking marks off a long text that has thousands of them would take seconds. */
const MAX_HEADING = 60;
/** After so many rows others have the processor for a moment. */
const AT_A_STRETCH = 20;

type Columns = (Column | null)[];

/**
 * Reads the payments of a bank's file, CAMT.053 or CSV, known by its content, in the thread that reads sheets.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, TOO_MANY_ROWS
 */
export async function readBankFile(
  path: string,
  currency: string,
): Promise<{ payments: ReadPayment[]; errors: CellProblem[] }> {
  const sheet = await readSheet(path);
  try {
    const rows: ReadRow[] = [];
    for await (const part of sheet.parts) {
      rows.push(...part);
      if (rows.length > MAX_BANK_LINES + HEADING_ROWS)
        throw new AppError(
          'TOO_MANY_ROWS',
          `A bank's file may have at most ${MAX_BANK_LINES.toLocaleString('en-US')} payments.`,
        );
    }
    const problems = sheet.problems.map(({ row, message }) => ({ row, column: '', message }));
    const read = await readRows(rows, { decimalCommas: sheet.decimalCommas, currency, attributes: [] });
    return { ...read, errors: [...problems, ...read.errors] };
  } finally {
    await sheet.close();
  }
}

async function readRows(
  rows: ReadRow[],
  reading: Reading,
): Promise<{ payments: ReadPayment[]; errors: CellProblem[] }> {
  const errors: CellProblem[] = [];
  const place = rows.slice(0, HEADING_ROWS).findIndex((row) => isHeading(columnsOf(row)));
  const heading = rows[place];
  if (!heading) {
    const message = 'No row has the headings of a day and an amount. Send CAMT.053, or CSV with headings';
    return { payments: [], errors: [{ row: 1, column: '', message }] };
  }
  const columns = columnsOf(heading);
  const below = rows.slice(place + 1).filter(({ cells }) => cells.some((cell) => textOf(cell) !== ''));
  const monthFirst = isMonthFirst(below, columns);
  const seen = new Map<string, number>();
  const payments: ReadPayment[] = [];
  for (const [at, { row, cells }] of below.entries()) {
    if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await letOthersRun();
    const all = (column: Column) => cells.filter((_cell, index) => columns[index] === column);
    const complain = (column: string, message: string) => errors.push({ row, column, message });
    const texts = (column: Column) =>
      all(column)
        .map(textOf)
        .filter((text) => text !== '')
        .join(' ')
        .slice(0, MAX_TEXT);
    const date = dayOf(all('date').map(textOf).find((text) => text !== '') ?? '', monthFirst); // prettier-ignore
    const amountCents = centsOf(all, reading);
    // Sums and notes stand below the payments of many files.
    if (date === null && amountCents === null) continue;
    if (date === null) complain('date', 'Write a day such as 2026-11-23 or 23.11.2026');
    if (amountCents === null) complain('amount', 'This payment has no amount');
    if (typeof amountCents === 'object' && amountCents !== null) complain('amount', amountCents.problem);
    if (date === null || typeof amountCents !== 'number' || amountCents === 0) continue;
    const said = {
      date,
      amountCents,
      currency: texts('currency').toUpperCase(),
      reference: texts('reference'),
      payer: texts('payer'),
    };
    const plain = createHash('sha256').update(JSON.stringify([said, texts('id')])).digest('hex'); // prettier-ignore
    // Two payments that say the same are two: the second of a file is the second of every file.
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    payments.push({ row, key: `${plain}.${count}`, ...said });
  }
  return { payments, errors };
}

function columnsOf({ cells }: ReadRow): Columns {
  return cells.map((cell) => {
    const text = textOf(cell);
    if (text.length > MAX_HEADING) return null;
    const plain = text
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll('ø', 'o')
      .replaceAll(/[^a-z]/g, '');
    return HEADINGS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
  });
}

function isHeading(columns: Columns): boolean {
  return columns.includes('date') && (columns.includes('amount') || columns.includes('credit'));
}

function textOf(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell).trim();
  return 'amount' in cell ? String(cell.amount) : (cell.day ?? '');
}

/** The amount of a row in cents: of one column, or of what came less what went; null where the row has none. */
function centsOf(all: (column: Column) => ReadCell[], reading: Reading): number | null | { problem: string } {
  const read = (column: Column) => {
    const cell = all(column).find((each) => textOf(each) !== '');
    return cell === undefined ? null : amountOf(cell, reading);
  };
  const [amount, credit, debit] = [read('amount'), read('credit'), read('debit')];
  const wrong = [amount, credit, debit].find((each) => typeof each === 'object' && each !== null);
  if (typeof wrong === 'object' && wrong !== null) return wrong;
  if (amount === null && credit === null && debit === null) return null;
  const sum = Number(amount ?? 0) || Number(credit ?? 0) - Math.abs(Number(debit ?? 0));
  return moneyToCents(sum) ?? { problem: 'An amount has at most two decimals' };
}

const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;

/** Whether days with slashes begin with the month, as some day of the file tells; null where none does. */
function isMonthFirst(rows: ReadRow[], columns: Columns): boolean | null {
  const place = columns.indexOf('date');
  for (const { cells } of rows) {
    const [, first = '0', second = '0'] = SLASHES.exec(textOf(cells[place])) ?? [];
    if (Number(first) > 12) return false;
    if (Number(second) > 12) return true;
  }
  return null;
}

/** A day as YYYY-MM-DD; null where the text names none, or may name two. */
function dayOf(text: string, monthFirst: boolean | null): string | null {
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T ])/.exec(text);
  if (iso) return day(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text);
  if (dotted) return day(dotted[3]?.padStart(4, '20'), dotted[2], dotted[1]);
  const slashed = SLASHES.exec(text);
  if (!slashed) return null;
  const [, first, second, year] = slashed;
  if (monthFirst === null && first !== second) return null;
  return monthFirst ? day(year, first, second) : day(year, second, first);
}

function day(year = '', month = '', date = ''): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}
