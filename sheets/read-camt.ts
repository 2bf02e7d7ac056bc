import { sentence } from '#contract/sentences.ts';
import { type ReadRow, SheetProblem } from './sheet-rows.ts';
import type { StatementRows } from './statement-rows.ts';
import { pieces, type XmlHandler } from './xml-pieces.ts';

/** No text of a statement is longer; the rest of it is left out. */
const MAX_TEXT = 2_000;
/** Payments of one booking; a collection of more is refused. */
const MAX_OF_ONE = 10_000;
/** Half of the least that a currency has. */
const LEAST = 0.0005;

/** One payment, as far as it was read. */
interface Payment {
  amount: string;
  currency: string;
  way: string;
  references: string[];
  payer: string;
  ids: string[];
  endToEnd: string;
}

/** One booking, which is one payment or many that came together. */
interface Entry extends Payment {
  date: string;
  /** BOOK, or why it is not booked. */
  status: string;
  /** The bank takes back what it booked before. */
  isReversal: boolean;
  parts: Payment[];
}

const payment = (): Payment => ({
  amount: '',
  currency: '',
  way: '',
  references: [],
  payer: '',
  ids: [],
  endToEnd: '',
});

/**
 * Reads a bank statement, report or notice in CAMT.053, .052 or .054 (ISO 20022), whatever its version: a row for each payment,
 * booked or not.
 * @throws SheetProblem where it is another kind of XML, or is damaged
 */
export async function* readCamt(text: AsyncIterable<string>, rows: StatementRows): AsyncGenerator<ReadRow[]> {
  const statement = createStatement(rows);
  try {
    for await (const _piece of pieces(text, statement.handler)) yield* rows.full();
  } catch (error) {
    throw error instanceof SheetProblem && error.kind === 'too-large' ? error : noCamt(error);
  }
  if (!statement.isSeen()) throw noCamt();
}

function noCamt(cause?: unknown): SheetProblem {
  return new SheetProblem(
    'unreadable',
    sentence(
      'This XML file is not a bank statement, or it is damaged. Send the statement as CAMT, MT940, CSV or XLSX.',
    ),
    cause,
  );
}

/** An element that is closed, where one is looked at. */
interface ClosedElement {
  text: string;
  entry: Entry;
  /** What it is of: one of the payments of the booking, or the booking. */
  at: Payment;
  /** Ends with the element itself. */
  path: string[];
}

/** The elements whose amount is the payment's own, and not a fee's or one in another currency. */
const HOLD_AMOUNTS: (string | undefined)[] = ['Ntry', 'TxDtls', 'TxAmt'];

const standing = ({ text, entry }: ClosedElement) => {
  if (text !== '') entry.status = text;
};
const dated = ({ text, entry, path }: ClosedElement) => {
  const parent = path.at(-2);
  if (parent === 'BookgDt' || (parent === 'ValDt' && entry.date === '')) entry.date = text.slice(0, 10);
};
const identified = ({ text, at }: ClosedElement) => at.ids.push(text);
const referred = ({ text, at }: ClosedElement) => {
  if (text !== 'NOTPROVIDED') at.references.push(text);
};
const tracked = (element: ClosedElement) => {
  if (element.text !== 'NOTPROVIDED') element.at.endToEnd ||= element.text;
  referred(element);
};
const only = (parents: (string | undefined)[], mean: (element: ClosedElement) => void) => (element: ClosedElement) => {
  if (parents.includes(element.path.at(-2))) mean(element);
};
/** The first is the payment's own; what was instructed or exchanged stands below it. */
const costing = ({ text, at }: ClosedElement) => (at.amount ||= text);
const reversing = ({ text, entry }: ClosedElement) => (entry.isReversal = text === 'true' || text === '1');
const going = ({ text, at }: ClosedElement) => (at.way = text);
const paidBy = ({ text, at, path }: ClosedElement) => {
  if (path.includes('Dbtr') && path.includes('RltdPties')) at.payer = text;
};

/** What the elements say of a payment, by name. */
const MEANINGS = new Map<string, (element: ClosedElement) => void>([
  ['Amt', only(HOLD_AMOUNTS, costing)],
  ['CdtDbtInd', only(['Ntry', 'TxDtls'], going)],
  ['RvslInd', reversing],
  ['Sts', standing],
  ['Cd', only(['Sts'], standing)],
  ['Prtry', only(['Sts'], standing)],
  ['Dt', dated],
  ['DtTm', dated],
  ['Nm', paidBy],
  ['AcctSvcrRef', identified],
  ['NtryRef', identified],
  ['TxId', identified],
  ['Ustrd', referred],
  ['EndToEndId', tracked],
  ['AddtlNtryInf', referred],
  ['AddtlTxInf', referred],
  ['AddtlRmtInf', referred],
  ['Ref', only(['CdtrRefInf'], referred)],
  ['Nb', only(['RfrdDocInf'], referred)],
]);

/** What banks send: statements of days that are over, reports within a day, and notices of single bookings. */
const MESSAGES = new Set(['BkToCstmrStmt', 'BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn']);
const STATEMENTS = new Set(['Stmt', 'Rpt', 'Ntfctn']);

function createStatement(rows: StatementRows): {
  handler: XmlHandler;
  isSeen: () => boolean;
} {
  const path: string[] = [];
  let text = '';
  let isSeen = false;
  let entry: Entry | undefined;
  let part: Payment | undefined;
  let frame = statementFrame();
  const handler: XmlHandler = {
    open(name, attributes) {
      path.push(name);
      text = '';
      if (MESSAGES.has(name)) isSeen = true;
      if (STATEMENTS.has(name)) frame = statementFrame(path.length);
      if (name === 'Bal') frame.balance = { code: '', amount: '', way: '' };
      if (name === 'Ntry' && frame.depth > 0)
        entry = { ...payment(), date: '', status: 'BOOK', isReversal: false, parts: [] };
      if (name === 'TxDtls' && entry) part = payment();
      const at = part ?? entry;
      if (name === 'Amt' && at && HOLD_AMOUNTS.includes(path.at(-2))) at.currency ||= attributes['Ccy'] ?? '';
    },
    text(piece) {
      if (text.length < MAX_TEXT) text += piece.slice(0, MAX_TEXT);
    },
    close(name) {
      if (entry) MEANINGS.get(name)?.({ text: text.trim(), entry, at: part ?? entry, path });
      else frameOf(frame, path, text.trim());
      text = '';
      if (name === 'TxDtls' && part && entry) {
        if (entry.parts.length >= MAX_OF_ONE)
          throw new SheetProblem('too-large', sentence('One booking has too many payments.'));
        entry.parts.push(part);
        part = undefined;
      }
      if (name === 'Ntry' && entry) {
        for (const each of paymentsOf(entry)) rows.line([...each, frame.account]);
        entry = undefined;
      }
      if (STATEMENTS.has(name)) {
        for (const [which, amount] of frame.balances) rows.balance(which, amount);
        frame = statementFrame();
      }
      path.pop();
    },
  };
  return { handler, isSeen: () => isSeen };
}

/** What a statement says beside its bookings. */
interface StatementFrame {
  /** How deep the statement stands; 0 outside of any. */
  depth: number;
  /** The shop's own account. */
  account: string;
  balance: { code: string; amount: string; way: string };
  /** What stands before them, and signed amounts. */
  balances: [which: string, amount: string | number][];
}

const statementFrame = (depth = 0): StatementFrame => ({
  depth,
  account: '',
  balance: { code: '', amount: '', way: '' },
  balances: [],
});

const BALANCES = new Map([
  ['OPBD', 'Opening balance'],
  ['PRCD', 'Opening balance'],
  ['CLBD', 'Closing balance'],
]);

/** What is read of a statement stands no deeper. */
const MOST_DEEP = 10;

/** Reads an element beside the bookings. @param path ends with the element itself */
function frameOf(frame: StatementFrame, path: string[], text: string): void {
  if (frame.depth === 0 || path.length > MOST_DEEP) return;
  const within = path.slice(frame.depth).join('/');
  const { balance } = frame;
  if (within === 'Acct/Id/IBAN' || within === 'Acct/Id/Othr/Id') frame.account = text;
  if (within === 'Bal/Tp/CdOrPrtry/Cd') balance.code = text;
  if (within === 'Bal/Amt') balance.amount = text;
  if (within === 'Bal/CdtDbtInd') balance.way = text;
  const which = BALANCES.get(balance.code);
  // A statement in several parts has a first and a last of each.
  if (within === 'Bal' && which && !frame.balances.some(([known]) => known === which))
    frame.balances.push([which, signed(balance.amount, balance.way === 'DBIT')]);
}

/** The payments of a booking; those that came together are told one by one where their amounts are what was booked. */
function paymentsOf(entry: Entry): (string | number)[][] {
  const { parts, isReversal, status } = entry;
  const single = parts.length > 1 && isSumOfParts(entry) ? parts : [merged(entry)];
  return single.map((each) => {
    const isOut = (each.way || entry.way) === 'DBIT';
    return [
      entry.date,
      signed(each.amount, isOut),
      each.currency || entry.currency,
      each.references.join(' '),
      each.payer || entry.payer,
      [...entry.ids, ...each.ids].join(' '),
      isReversal ? 'true' : '',
      status,
      each.endToEnd,
    ];
  });
}

/** Whether each part has its amount in the currency of the booking, and they come to it: no fee was taken off, nothing was exchanged. */
function isSumOfParts({ parts, amount, currency, way }: Entry): boolean {
  const sum = parts.reduce(
    (total, part) => total + (part.way === '' || part.way === way ? 1 : -1) * Number(part.amount),
    0,
  );
  return (
    parts.every((part) => part.amount !== '' && (part.currency || currency) === currency) &&
    Math.abs(sum - Number(amount)) < LEAST
  );
}

/** Decimals stand behind a point, however many; what is no number is told as it is. */
function signed(amount: string, isOut: boolean): string | number {
  const text = `${isOut ? '-' : ''}${amount}`;
  return /^-?\d{1,18}(\.\d{1,5})?$/.test(text) ? Number(text) : text;
}

/** A booking as one payment: what is said of it and of its parts. */
function merged({ parts, amount, currency, way, references, payer }: Entry): Payment {
  return {
    amount,
    currency,
    way,
    references: [...parts.flatMap((part) => part.references), ...references],
    payer: parts.find((part) => part.payer !== '')?.payer ?? payer,
    ids: parts.flatMap(({ ids }) => ids),
    endToEnd: parts.length === 1 ? (parts[0]?.endToEnd ?? '') : '',
  };
}
