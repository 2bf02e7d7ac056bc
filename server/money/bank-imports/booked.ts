import { readYesNo } from '#server/catalogue/imports/cell-values.ts';
import type { ReadCell } from '#sheets/sheet-rows.ts';
import { type BankColumn, textOf } from './bank-columns.ts';

/** Whether the money of a row is there: `unknown` where the bank says something that nobody knows. */
export type Standing = 'booked' | 'pending' | 'unknown';

/** No status is longer; texts are cut before they are looked at. */
const MAX_STATUS = 60;
/** No such word is shorter. */
const LEAST = 5;
/** What is longer is a text about something else. */
const MOST_WORDS = 6;

/** Of 26.11.26 and longer. */
const DIGITS_OF_DAY = 6;

/** How words begin that say that money is there, without marks. */
const BOOKED = (
  'book gebuch verbuch complet settled posted cleared execut ausgefuhr abgeschloss abgerechn erledigt erfolg success done paid bezahlt' +
  ' ok final processed received eingegangen credited gutgeschrieb bokfor bogfor geboek verwerkt uitgevoerd comptabilis contabiliz' +
  ' eseguit ejecut efetu efectu effectue liquidad concluid termine realis realiz zaksieg rozlicz zrealiz wykonan zauct proveden konyvel' +
  ' teljesit kirjattu suoritettu genomford gjennomfort utfort udfort teostatud tehtud ivykdyta izpild'
).split(' ');

/** How words begin that say that it is not, wherever they stand alone. */
const PENDING = (
  'pending pendent pendient vorgemerk vormerk ausstehend schweben reserviert reserved reservert reserverad reserveret gereserveerd' +
  ' reservad revert reversed reject rejet declin denied refus rifiutat recusad rechazad abgelehn zuruckgewies ruckgebuch zuruckgebuch' +
  ' storniert stornat abgebroch fehlgeschl failed cancel annul anulad anulowan kanseller avbrutt avvist avvisad afvist afgewezen' +
  ' geweigerd nekad aterkall makuler tilbakefor tilbagefor teruggedraaid voided' +
  ' unbooked uncleared unposted unsettled preliminar provisional vantar vantande ventende oczekuj odrzuc cekaj zamitn fuggo elutas' +
  ' varaus odottaa hylatty ootel laukia gaida sospeso attesa'
).split(' ');

/** The same where they stand below the heading of a status, or in place of a day. */
const PENDING_AS_STATUS = (
  'offen open author autoris autoriz hold held block gesperr wait await wartet wartend attente venir venter behandel behandl bearbeit' +
  ' progress return retour refund erstatt devuelt devolv expir abgelauf vervall requested angefragt initiated created submitted unpaid' +
  ' dispute chargeback draft entwurf suspend retenid scheduled geplant terminiert kommande upcoming processing void storno error fehler' +
  ' pdng info futr not nicht non no ej ikke niet nie nao pas'
).split(' ');

/** Short words begin others that mean something else: they stand for themselves alone. */
const SHORT = PENDING_AS_STATUS.filter(({ length }) => length <= 4);
const LONG = PENDING_AS_STATUS.filter(({ length }) => length > 4);

/** What a reference begins with of which the money is not there. */
const OF_REFERENCES = /^(?:pending|vorgemerkt|pdng)(?![\p{L}\d])/iu;

function wordsOf(text: string): string[] {
  return text
    .slice(0, MAX_STATUS)
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

const says = (words: string[], beginnings: string[]) =>
  words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)));

/** What stands below the heading of a status. What says both, such as "reserved, not booked", is not booked. */
export function standingOfStatus(text: string): Standing {
  // The day on which it was booked.
  if (text.slice(0, MAX_STATUS).replaceAll(/\D/g, '').length >= DIGITS_OF_DAY) return 'booked';
  const words = wordsOf(text);
  if (says(words, PENDING) || says(words, LONG) || words.some((word) => SHORT.includes(word))) return 'pending';
  return says(words, BOOKED) ? 'booked' : 'unknown';
}

/** Whether a cell is a word of what is not booked, and no text that holds one. */
function isPendingAlone(text: string, mostWords: number): boolean {
  if (text.length < LEAST || text.length > MAX_STATUS || /\d/.test(text)) return false;
  const words = wordsOf(text);
  return words.length <= mostWords && says(words, PENDING);
}

/** What a row says of its money, and in which words. @param statuses what somebody said of words that nobody knows */
function standingOf(
  cells: ReadCell[],
  columns: readonly (BankColumn | null)[],
  statuses: ReadonlyMap<string, 'booked' | 'pending'>,
): { standing: Standing; said: string } {
  let standing: Standing = 'booked';
  let said = '';
  for (const [index, cell] of cells.entries()) {
    const text = textOf(cell);
    const column = columns[index] ?? null;
    if (text === '' && column !== 'booked') continue;
    const found = (column === 'status' ? statuses.get(text) : undefined) ?? standingOfCell(text, column);
    if (found === 'booked') continue;
    if (standing !== 'pending') [standing, said] = [found, text.slice(0, MAX_STATUS).toWellFormed()];
  }
  return { standing, said };
}

function standingOfCell(text: string, column: BankColumn | null): Standing {
  if (column === 'status') return standingOfStatus(text);
  if (column === 'booked' || column === 'unbooked') {
    const said = readYesNo(text);
    if ('value' in said) return said.value === (column === 'booked') ? 'booked' : 'pending';
    return column === 'booked' && text !== '' ? standingOfStatus(text) : 'unknown';
  }
  if (column === 'date') return /\d/.test(text) || standingOfStatus(text) !== 'pending' ? 'booked' : 'pending';
  if (column === 'reference') return isPendingAlone(text, 1) || OF_REFERENCES.test(text) ? 'pending' : 'booked';
  return column !== 'payer' && isPendingAlone(text, MOST_WORDS) ? 'pending' : 'booked';
}

/**
 * What a row says that has one text alone, of those below it: the words by which they are not booked; empty where it says nothing of
 * that; undefined where it is no such row.
 */
export function pendingBelow(cells: ReadCell[]): string | undefined {
  const [text = '', ...more] = cells.map(textOf).filter((each) => each !== '');
  if (text === '' || more.length > 0) return undefined;
  return isPendingAlone(text, MOST_WORDS) && !says(wordsOf(text), BOOKED) ? text : '';
}

/** Why a row counts for nothing, as people are told; null where it is booked. @param section words above it that say so; empty for none */
export function whyNotBooked(
  cells: ReadCell[],
  about: {
    columns: readonly (BankColumn | null)[];
    statuses: ReadonlyMap<string, 'booked' | 'pending'>;
    section: string;
  },
): string | null {
  const { standing, said } = standingOf(cells, about.columns, about.statuses);
  if (standing !== 'booked') return whyPending(standing, said);
  return about.section === '' ? null : whyPending('pending', about.section);
}

function whyPending(standing: Exclude<Standing, 'booked'>, said: string): string {
  if (said === '') return 'The bank does not say that it is booked';
  const known = `The bank says "${said}": it counts once it is booked`;
  return standing === 'pending' ? known : `The bank says "${said}", which may not mean that it is booked`;
}
