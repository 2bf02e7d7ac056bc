import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type BankAnswers, type BankQuestion, MAX_BANK_WORD, MAX_BANK_WORDS } from '#contract/money/bank-imports.ts';
import { isCurrencyCode } from '#server/catalogue/imports/currency-of-cells.ts';
import type { ReadRow } from '#sheets/sheet-rows.ts';
import { isMonthFirst, mayBeginWithBoth } from './bank-cells.ts';
import { type BankColumn, type Heading, nameOfColumn, textOf } from './bank-columns.ts';
import { standingOfStatus } from './booked.ts';
import { pairOf, plainWord, type Way, wayOfWord } from './in-or-out.ts';
import { type Decimal, decimalOfAll } from './written-numbers.ts';

/** How a file says what a row means: by itself, or as somebody said. */
export interface WayOfWriting {
  decimal: Decimal | null;
  monthFirst: boolean | null;
  /** By its words and place; undefined: a minus says it, and no column does. */
  direction: ((text: string) => Way | 'unknown') | undefined;
  directionAt: number;
  /** What somebody said of a status, by its plain words. */
  statuses: ReadonlyMap<string, 'booked' | 'pending'>;
}

/** What is known of a file before its rows are read. */
interface FileAsked {
  heading: Heading;
  below: ReadRow[];
  answers: BankAnswers;
  today: string;
}

/** How a file is written, with what it leaves open. */
export async function askAboutFile(file: FileAsked): Promise<{ writing: WayOfWriting; questions: BankQuestion[] }> {
  const { answers, heading } = file;
  const placesOf = (columns: BankColumn[]) =>
    heading.columns.flatMap((column, place) => (column && columns.includes(column) ? [place] : []));
  const written = (columns: BankColumn[]) => {
    const places = placesOf(columns);
    return file.below.flatMap(({ cells }) =>
      places.flatMap((place) => (typeof cells[place] === 'string' ? [cells[place].trim()] : [])),
    );
  };
  const amounts = decimalOfAll(written(['amount', 'credit', 'debit']));
  const days = written(['date']);
  const byMonth = isMonthFirst(days, file.today, amounts.decimal);
  const eitherDays = byMonth === null ? days.filter(mayBeginWithBoth) : [];
  const eitherAmounts = amounts.decimal === null ? amounts.open : [];
  const { direction, at, question } = await askDirection(file);
  const status = askStatus(file);
  const about = (columns: BankColumn[], words: string[]) => {
    const [place = -1] = placesOf(columns);
    return [{ heading: heading.names[place] ?? '', words: shown(words) }];
  };
  const questions: BankQuestion[] = [...question];
  if (eitherDays.length > 0)
    questions.push({
      ask: 'first',
      message: 'Do its dates start with the day or with the month?',
      open: answers.first === undefined,
      columns: about(['date'], eitherDays),
    });
  if (eitherAmounts.length > 0)
    questions.push({
      ask: 'decimal',
      message: 'Is the decimal separator a comma or a point?',
      open: answers.decimal === undefined,
      columns: about(['amount', 'credit', 'debit'], eitherAmounts),
    });
  return {
    writing: {
      decimal: amounts.decimal ?? answers.decimal ?? null,
      monthFirst: byMonth ?? (answers.first === undefined ? null : answers.first === 'month'),
      direction,
      directionAt: at,
      statuses: status.known,
    },
    questions: [...questions, ...status.question],
  };
}

/** Different ones, as many and as long as are asked about. */
function shown(words: Iterable<string>): string[] {
  return [...new Set(words)].slice(0, MAX_BANK_WORDS).map((word) => word.slice(0, MAX_BANK_WORD).toWellFormed());
}

/** What stands in a column. */
interface Column {
  index: number;
  name: string;
  words: string[];
  /** What its heading means. */
  meaning: BankColumn | null;
  /** What is known of a word. */
  wayOf: (text: string) => Way | undefined;
}

/** Long words and numbers say nothing of a direction; a code of one figure may. */
const MAX_DIRECTION_WORD = 30;
/** A column of more different words is one of texts. */
const MOST_DIFFERENT = 12;
/** One letter means this in one language, and that in another. */
const LEAST_KNOWN = 3;

function mayTellDirection({ words, wayOf }: Column): boolean {
  const said = words.filter((word) => word !== '');
  // Words of what is booked and what is not say something else.
  if (said.every((word) => standingOfStatus(word) !== 'unknown' && wayOf(word) === undefined)) return false;
  return (
    said.length > 0 &&
    words.length <= MOST_DIFFERENT &&
    said.every((word) => word.length <= MAX_DIRECTION_WORD && (!/\d/.test(word) || word.length === 1)) &&
    !said.every(isCurrencyCode)
  );
}

const isWholeWord = (word: string) => word.length >= LEAST_KNOWN || word === '+' || word === '-';
const isKnownIn = ({ words, wayOf }: Column) => words.every((word) => wayOf(word) !== undefined);
/** What its words mean is beyond doubt, whatever the column is called. */
const speaksForItself = (column: Column) => column.words.every(isWholeWord) && isKnownIn(column);

/** The columns that could say a direction. @param rows those of payments */
async function columnsOf(heading: Heading, rows: ReadRow[]): Promise<Column[]> {
  const width = Math.max(heading.columns.length, ...rows.slice(0, MOST_DIFFERENT).map(({ cells }) => cells.length));
  const columns: Column[] = [];
  for (let index = 0; index < width; index++) {
    const meaning = heading.columns[index] ?? null;
    if (meaning !== null && meaning !== 'direction' && meaning !== 'reference') continue;
    const name = heading.names[index] ?? nameOfColumn('', index);
    const words = new Set<string>();
    for (const { cells } of rows) {
      words.add(textOf(cells[index]).slice(0, MAX_BANK_WORD));
      if (words.size > MOST_DIFFERENT) break;
    }
    const pair = pairOf(name);
    const wayOf = (text: string) => pair?.get(plainWord(text)) ?? wayOfWord(plainWord(text));
    const column = { index, name, words: [...words], meaning, wayOf };
    const isKnown = (word: string) => word === '' || wayOf(word) !== undefined;
    // Nobody named what stands beyond the headings, and references are texts: they count where their words are such.
    if (index >= heading.columns.length && !column.words.every(isKnown)) continue;
    if (meaning === 'reference' && !column.words.some((word) => isWholeWord(word) && wayOf(word) !== undefined))
      continue;
    columns.push(column);
    await letOthersRun();
  }
  return columns;
}

interface Direction {
  direction: WayOfWriting['direction'];
  at: number;
  question: BankQuestion[];
}

/**
 * Which column says whether an amount came in or went out. A column that is called so, or speaks for itself, says it where all its
 * words are known; where amounts have no minus and some column that nobody knows could say it, it is asked: what is not understood
 * never came in.
 */
async function askDirection({ heading, below, answers }: FileAsked): Promise<Direction> {
  const none: Direction = { direction: undefined, at: -1, question: [] };
  const places = (wanted: BankColumn[]) =>
    heading.columns.flatMap((column, place) => (column && wanted.includes(column) ? [place] : []));
  const [ofAmounts, ofDays] = [places(['amount', 'credit']), places(['date'])];
  if (places(['amount']).length === 0 && places(['debit']).length > 0) return none;
  const rows = below.filter(
    ({ cells }) =>
      ofAmounts.some((place) => textOf(cells[place]) !== '') &&
      ofDays.some((place) => /\d/.test(textOf(cells[place]).slice(0, MAX_BANK_WORD))),
  );
  const isOut = ({ cells }: ReadRow) => ofAmounts.some((place) => isBelowZero(textOf(cells[place])));
  const isSigned = rows.some(isOut);
  const columns = await columnsOf(heading, rows);
  const sure =
    columns.find((column) => column.meaning === 'direction' && isKnownIn(column)) ??
    (isSigned ? undefined : columns.find((column) => speaksForItself(column)));
  if (sure) return { ...none, direction: (text) => sure.wayOf(text) ?? 'unknown', at: sure.index };
  /** A minus tells all, but for a column that says of something without one that it went out. */
  const contradicts = (column: Column) =>
    column.meaning !== 'reference' &&
    isKnownIn(column) &&
    rows.some((row) => column.wayOf(textOf(row.cells[column.index])) === 'out' && !isOut(row));
  const asked = columns.filter((column) => {
    if (column.meaning === 'direction') return true;
    return mayTellDirection(column) && (!isSigned || contradicts(column));
  });
  return asked.length === 0 ? none : answered(asked, answers.direction);
}

/** What somebody said of the columns that could say it; without that, nothing is known. */
function answered(asked: Column[], said: BankAnswers['direction']): Direction {
  const chosen = asked.find(({ name }) => name === said?.column);
  const meant = new Map<string, Way>([
    ...(said?.in ?? []).map((word) => [word, 'in'] as const),
    ...(said?.out ?? []).map((word) => [word, 'out'] as const),
  ]);
  const isNoColumn = said?.column === null;
  const question: BankQuestion = {
    ask: 'direction',
    message: 'Which column says whether an amount came in or went out, and what do its words mean?',
    open: !isNoColumn && chosen?.words.every((word) => meant.has(word)) !== true,
    columns: asked.slice(0, MAX_BANK_WORDS).map(({ name, words }) => ({ heading: name, words: shown(words) })),
  };
  if (isNoColumn) return { direction: undefined, at: -1, question: [question] };
  return {
    direction: (text) => (chosen ? meant.get(text.slice(0, MAX_BANK_WORD)) : undefined) ?? 'unknown',
    at: chosen?.index ?? asked[0]!.index,
    question: [question],
  };
}

function isBelowZero(text: string): boolean {
  return text.length <= MAX_BANK_WORD && /^[^\d]{0,5}[-−(]|(?:[-−]|dr|db)$/i.test(text);
}

/** Words of a status that nobody knows: their rows wait until somebody says. */
function askStatus({ heading, below, answers }: FileAsked) {
  const known = new Map<string, 'booked' | 'pending'>([
    ...(answers.booked ?? []).map((word) => [word, 'booked'] as const),
    ...(answers.pending ?? []).map((word) => [word, 'pending'] as const),
  ]);
  const columns = heading.columns.flatMap((column, index) => {
    if (column !== 'status') return [];
    const words = new Set(below.map(({ cells }) => textOf(cells[index]).slice(0, MAX_BANK_WORD)));
    const unknown = [...words].filter((word) => word !== '' && standingOfStatus(word) === 'unknown');
    return unknown.length === 0 ? [] : [{ heading: heading.names[index] ?? '', words: shown(unknown) }];
  });
  const question: BankQuestion[] =
    columns.length === 0
      ? []
      : [
          {
            ask: 'booked',
            message: 'Which of these words mean that a payment is booked? The others are ignored.',
            open: columns.some(({ words }) => words.some((word) => !known.has(word))),
            columns,
          },
        ];
  return { known, question };
}
