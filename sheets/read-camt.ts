import { type ReadProblem, type ReadRow, RowGatherer, SheetProblem, type SheetReader } from './sheet-rows.ts';
import { pieces, type XmlHandler } from './xml-pieces.ts';

/** The columns of a bank statement that is read as rows; an amount that went out is below 0. */
export const CAMT_COLUMNS = ['date', 'amount', 'currency', 'reference', 'payer', 'id'] as const;

/** No text of a statement is longer; the rest of it is left out. */
const MAX_TEXT = 2_000;
/** Payments of one booking; a collection of more is refused. */
const MAX_OF_ONE = 10_000;

/** One payment, as far as it was read. */
interface Payment {
  amount: string;
  currency: string;
  way: string;
  references: string[];
  payer: string;
  ids: string[];
}

/** One booking, which is one payment or many that came together. */
interface Entry extends Payment {
  date: string;
  isBooked: boolean;
  parts: Payment[];
}

const payment = (): Payment => ({ amount: '', currency: '', way: '', references: [], payer: '', ids: [] });

/**
 * Reads a bank statement in CAMT.053 (ISO 20022), whatever its version, as rows below CAMT_COLUMNS: one for each payment that
 * was booked.
 * @throws SheetProblem where it is another kind of XML, or is damaged
 */
export function readCamt(source: AsyncIterable<string>): SheetReader {
  const problems: ReadProblem[] = [];
  return { parts: rowsOf(source, problems), problems, decimalCommas: false };
}

async function* rowsOf(source: AsyncIterable<string>, problems: ReadProblem[]): AsyncGenerator<ReadRow[]> {
  const gatherer = new RowGatherer(problems);
  let row = 1;
  gatherer.add({ row, cells: [...CAMT_COLUMNS] });
  const statement = createStatement((cells) => gatherer.add({ row: ++row, cells }));
  try {
    for await (const _piece of pieces(source, statement.handler)) yield* gatherer.full();
  } catch (error) {
    throw error instanceof SheetProblem && error.kind === 'too-large' ? error : noCamt(error);
  }
  if (!statement.isSeen()) throw noCamt();
  yield* gatherer.rest();
}

function noCamt(cause?: unknown): SheetProblem {
  return new SheetProblem(
    'unreadable',
    'This XML is no bank statement, or a damaged one. Send CAMT.053 as your bank gives it, or CSV.',
    cause,
  );
}

function createStatement(tell: (cells: string[]) => void): { handler: XmlHandler; isSeen: () => boolean } {
  const path: string[] = [];
  let text = '';
  let isSeen = false;
  let entry: Entry | undefined;
  let part: Payment | undefined;
  const within = (name: string) => path.includes(name);
  /** What an element says, once it is closed; `path` still ends with it. */
  const say = (name: string, said: string) => {
    const parent = path.at(-2);
    const at = part ?? entry;
    if (!entry || !at) return;
    if (name === 'Amt' && (parent === 'Ntry' || parent === 'TxDtls' || parent === 'TxAmt')) at.amount = said;
    if (name === 'CdtDbtInd' && (parent === 'Ntry' || parent === 'TxDtls')) at.way = said;
    if (said !== '' && (name === 'Sts' || (name === 'Cd' && parent === 'Sts'))) entry.isBooked = said === 'BOOK';
    if ((name === 'Dt' || name === 'DtTm') && parent === 'BookgDt') entry.date = said.slice(0, 10);
    if ((name === 'Dt' || name === 'DtTm') && parent === 'ValDt' && entry.date === '') entry.date = said.slice(0, 10);
    if (name === 'Nm' && within('Dbtr') && within('RltdPties')) at.payer = said;
    if (name === 'AcctSvcrRef' || name === 'NtryRef' || name === 'TxId') at.ids.push(said);
    const isReference = name === 'Ustrd' || name === 'EndToEndId' || name === 'AddtlNtryInf' || (name === 'Ref' && parent === 'CdtrRefInf') || (name === 'Nb' && parent === 'RfrdDocInf'); // prettier-ignore
    if (isReference && said !== 'NOTPROVIDED') at.references.push(said);
  };
  const handler: XmlHandler = {
    open(name, attributes) {
      path.push(name);
      text = '';
      if (name === 'BkToCstmrStmt') isSeen = true;
      if (name === 'Ntry' && within('Stmt')) entry = { ...payment(), date: '', isBooked: true, parts: [] };
      if (name === 'TxDtls' && entry) part = payment();
      const at = part ?? entry;
      if (name === 'Amt' && at && attributes['Ccy'] !== undefined) {
        const parent = path.at(-2);
        if (parent === 'Ntry' || parent === 'TxDtls' || parent === 'TxAmt') at.currency = attributes['Ccy'];
      }
    },
    text(piece) {
      if (text.length < MAX_TEXT) text += piece.slice(0, MAX_TEXT);
    },
    close(name) {
      say(name, text.trim());
      text = '';
      if (name === 'TxDtls' && part && entry) {
        if (entry.parts.length >= MAX_OF_ONE)
          throw new SheetProblem('too-large', 'One booking holds too many payments.');
        entry.parts.push(part);
        part = undefined;
      }
      if (name === 'Ntry' && entry) {
        for (const each of paymentsOf(entry)) tell(each);
        entry = undefined;
      }
      path.pop();
    },
  };
  return { handler, isSeen: () => isSeen };
}

/** The payments of a booking; those that came together are told one by one where each has its amount. */
function paymentsOf(entry: Entry): string[][] {
  if (!entry.isBooked) return [];
  const { parts } = entry;
  const single = parts.length > 1 && parts.every(({ amount }) => amount !== '') ? parts : [merged(entry)];
  return single.map((each) => {
    const isOut = (each.way || entry.way) === 'DBIT';
    return [
      entry.date,
      `${isOut ? '-' : ''}${each.amount}`,
      each.currency || entry.currency,
      each.references.join(' '),
      each.payer || entry.payer,
      [...entry.ids, ...each.ids].join(' '),
    ];
  });
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
  };
}
