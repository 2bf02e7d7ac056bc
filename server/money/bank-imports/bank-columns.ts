import { MAX_BANK_WORD } from '#contract/money/bank-imports.ts';
import { isCurrencyCode } from '#server/catalogue/imports/currency-of-cells.ts';
import { letters } from '#server/engine/sheets/write-sheet.ts';
import type { ReadCell, ReadRow } from '#sheets/sheet-rows.ts';
import { pairOf } from './in-or-out.ts';

/**
 * What a column of a bank's file says; `direction` whether an amount came or went, `status` whether it is booked, `booked` by a yes or a day that it is, `unbooked` by a yes that it is not, `reversal` whether
 * the bank takes an entry back, `balance` what the account holds then, `part` the amount of one of several payments that were booked as one, `neutral` something that is not read and never says which way an amount went.
 */
export type BankColumn =
  | 'date'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'direction'
  | 'currency'
  | 'reference'
  | 'payer'
  | 'id'
  | 'status'
  | 'booked'
  | 'unbooked'
  | 'reversal'
  | 'balance'
  | 'part'
  | 'neutral';
type BankColumns = (BankColumn | null)[];

/** What headings mean, in small letters alone; the first that fits counts. */
const HEADINGS: [BankColumn, string][] = [
  [
    'date',
    'bokforingsdatum dataoperacji datum kuupaev kirjauspaiva paiva dataoperacji dataksiegowania datatransakcji datazauctovani datumzauctovani bookingdate bookingday bookeddate bookedon buchungstag buchungsdatum buchung date day datum dag dato fecha data transactiondate' +
      ' datecompleted completeddate datestarted posted postingdate posteddate entrydate effectivedate dateofentry paymentdate processdate' +
      ' datecomptable dateoperation dateop boekdatum boekingsdatum bokforingsdag bokforingsdato bokfort rentedato rentedatum valuedate' +
      ' datevaleur fechaoperacion fechavalor dataoperazione datacontabile datavaluta valutadato valutadatum valutatag wertstellung' +
      ' wertstellungstag wertstellungsdatum reskontradatum transaktionsdatum settlementdate',
  ],
  [
    'credit',
    'credit credits creditamount amountcredit amountcredited haben gutschrift paidin moneyin in inn inngaende inpakonto innpakonto inpaid' +
      ' incoming received moneyreceived deposit deposits depositamount receipts abono abonos ingreso ingresos entrate accredito accrediti' +
      ' avere creditmontant eingang bij insattning',
  ],
  [
    'debit',
    'debit debits debitamount amountdebit amountdebited soll belastung lastschrift paidout moneyout out ut utgaende utfrakonto outgoing' +
      ' spent moneyspent withdrawal withdrawals withdrawalamount cargo cargos uscite addebito addebiti dare ausgang af uttag',
  ],
  [
    'amount',
    'objem kwotaoperacji kwotatransakcji suma summa kwota castka maara maaraeuroa osszeg iznos amount amounts betrag umsatz montant importe importo bedrag belop belob belopp sum summe value transactionamount paymentamount' +
      ' transaktionsbetrag buchungsbetrag transactiebedrag transaktionsbelopp netamount amountnet total',
  ],
  [
    'direction',
    'debitcredit creditdebit debitorcredit creditordebit drcr crdr dc cd sh sollhaben habensoll sollhabenkennzeichen afbij bijaf direction' +
      ' inout sign indicator creditdebitindicator debitcreditindicator debitcreditcode cdtdbtind kennzeichen debetkredit kreditdebet' +
      ' sens',
  ],
  [
    'currency',
    'mena valuutta waluta walutaoperacji currency ccy waehrung wahrung devise moneda divisa valuta munt currencycode paymentcurrency transactioncurrency',
  ],
  [
    'payer',
    'danekontrahenta saajamaksaja namn nimi nazevprotiuctu jmenoprotistrany nazevprotistrany protistrana nadawca nadawcaodbiorca kontrahent maksaja maksajan maksajannimi auftraggeberempfaenger' +
      ' begunstigterauftraggeber zahlungspflichtige payer payername name names counterparty counterpartyname counterparty debtor debtorname from fromname sender sendername remitter' +
      ' remittername otherparty orderingparty orderingcustomer auftraggeber auftraggeberempfanger auftraggeberbegunstigter zahler' +
      ' zahlungspflichtiger begunstigterzahlungspflichtiger beguenstigterzahlungspflichtiger zahlungsbeteiligter namezahlungsbeteiligter' +
      ' gegenpartei naam naamomschrijving naamtegenpartij tegenpartij avsender betaler motpart motparti innbetaler ordonnateur donneurdordre' +
      ' tiers ordenante ordinante payee customer customername avsandare partner partnername begunstigterauftraggeber',
  ],
  [
    'reference',
    'vs variabilnisymbol zpravaproprijemce zpravaproplatce poznamka komentar opisoperacji opistransakcji otsikko viitenumero viite transactionmemo' +
      ' bemerkung selgitus paskirtis tytu opis viesti zprava kozlemeny reference references ref referenz verwendungszweck description descriptions remittanceinformation remittanceinfo remittance' +
      ' unstructuredremittanceinformation structuredreference paymentreference paymentdetails transactiondetails transactiondescription' +
      ' bookingtext message text buchungstext memo details narrative narration particulars purpose paymentpurpose purposeofpayment zweck' +
      ' libelle motif communication concepto observaciones causale descrizione omschrijving mededeling mededelingen beskrivelse forklaring' +
      ' melding meddelande meddelelse beskrivning kid kidnummer customerreference kundenreferenz endtoendreferenz endtoendreference' +
      ' endtoendid note notes comment comments information subject betreff beschreibung buchungsdetails avisierungstext zahlungszweck' +
      ' zahlungsreferenz referenznummer rechnung rechnungsnummer rechnungsnr invoice invoicenumber invoiceno rubrik tekst' +
      ' transactionreference',
  ],
  ['part', 'einzelbetrag individualamount montantindividuel montantunitaire importosingolo'],
  [
    'id',
    'idoperace idtransakce transaktionsnr transactionno id transactionid bankreference entryreference accountservicerreference',
  ],
  ['booked', 'booked isbooked gebucht verbucht cleared settled'],
  ['unbooked', 'pending ispending vorgemerkt reserved reserviert unbooked enattente pendiente inattesa'],
  [
    'status',
    'completed status state umsatzstatus buchungsstatus transaktionsstatus zahlungsstatus transactionstatus bookingstatus paymentstatus entrystatus' +
      ' zustand stato statooperazione estado situacion situacao statut etat stav stan tila tilstand bokforingsstatus olek busena statuss' +
      ' allapot',
  ],
  ['reversal', 'reversal'],
  [
    'balance',
    'zustatek saldopooperacji saldopotransakcji balance saldo kontostand runningbalance solde saldonachbuchung accountbalance balanceafter balanceaftertransaction',
  ],
  [
    'neutral',
    'zahlungsempfangerin zahlungsempfanger umsatztyp umsatzart transactiontype number subcategory sortcode transactioncategory protiucet cisloprotiuctu cislouctu' +
      ' kodbanky kodbankyprotiuctu nazevbanky ks ss konstantnisymbol specifickysymbol typ provedl upresneni oznaceni oznaceniprace oznaceniooperace' +
      ' oznacenioperace idpokynu rachunek numerkonta numerrachunku kategoria maksunsaaja mottagare bewegungstyp fremdegebuhren lastschriftursprungsbetrag' +
      ' afstemt anzahlderauftrage anzahlderschecks label iban bic swift account accountname accountnumber konto kontonummer' +
      ' auftragskonto ibanauftragskonto bezeichnungauftragskonto bank bankname rekening rekeningnummer counteraccount bankcode blz' +
      ' kontonummeriban bicswiftcode glaubigerid mandatsreferenz mandatereference category kategorie categorie country land branch filiale' +
      ' fee fees product endtoend accountiban',
  ],
];
const MEANINGS = new Map(
  HEADINGS.flatMap(([column, words]) => words.split(' ').map((word) => [word, column] as const)),
);

/** The heading stands within so many rows: banks write of the account above it. */
export const HEADING_ROWS = 40;
/** So many rows tell whether a column has numbers. */
const ROWS_BELOW = 20;
/** No heading that is known is longer; taking marks off a long text that has thousands of them would take seconds. */
const MAX_HEADING = 60;

/** Where the headings stand, what their columns say, and the currency that they name: `Betrag (EUR)`; empty where they name none. */
export interface Heading {
  place: number;
  columns: BankColumns;
  /** As they are written, cut; a column without one is called by its letter. */
  names: string[];
  currency: string;
}

/** The row of the headings; undefined where no row has those of a day and an amount. */
export function headingOf(rows: ReadRow[]): Heading | undefined {
  for (const [place, { cells }] of rows.slice(0, HEADING_ROWS).entries()) {
    const texts = cells.map(textOf);
    const headings = texts.map(readHeading);
    const columns = headings.map(
      ({ words }, index): BankColumn | null =>
        MEANINGS.get(words) ?? (pairOf(texts[index] ?? '') === null ? null : 'direction'),
    );
    // Some countries call the day so on which money counts, others its currency.
    if (!columns.includes('date'))
      for (const [index, { words }] of headings.entries()) if (words === 'valuta') columns[index] = 'date';
    // A column for what came and what went is that of the amounts where there is no other.
    const both = columns.indexOf('direction');
    const isOfAmounts = rows
      .slice(place + 1, place + 1 + ROWS_BELOW)
      .some(({ cells: below }) => /\d/.test(textOf(below[both])));
    if (
      both >= 0 &&
      isOfAmounts &&
      !columns.some((column) => column === 'amount' || column === 'credit' || column === 'debit')
    )
      columns[both] = 'amount';
    if (!columns.includes('date') || !(columns.includes('amount') || columns.includes('credit'))) continue;
    // UBS numbers its descriptions; the first says who.
    const who = texts.findIndex((text) => /^(?:beschreibung|description|descrizione) ?1$/i.test(text));
    if (who >= 0 && columns.includes('part') && !columns.includes('payer')) columns[who] = 'payer';
    // PKO BP writes on in columns without a heading.
    const last = texts.findLastIndex((text) => text !== '');
    if (columns[last] === 'reference') columns.fill('reference', last);
    const ofMoney = headings.filter((_heading, index) => columns[index] === 'amount' || columns[index] === 'credit');
    const names = texts.map(nameOfColumn);
    return { place, columns, names, currency: ofMoney.find(({ currency }) => currency !== '')?.currency ?? '' };
  }
  return undefined;
}

/** What a heading means by itself; null where nobody knows. */
export function meaningOf(heading: string): BankColumn | null {
  return MEANINGS.get(readHeading(heading).words) ?? (pairOf(heading) === null ? null : 'direction');
}

/** The currency that a heading names; empty where it names none. */
export function currencyOfHeading(heading: string): string {
  return readHeading(heading).currency;
}

/** What a column is called to people. */
export function nameOfColumn(heading: string, index: number): string {
  return heading.slice(0, MAX_BANK_WORD).toWellFormed() || `Column ${letters(index)}`;
}

/** Small letters without marks, and the currency behind them: `Betrag (EUR)`, `Umsatz in EUR`, `Crédit euros`, `Amount €`. */
function readHeading(text: string): { words: string; currency: string } {
  if (text.length > MAX_HEADING) return { words: '', currency: '' };
  const lettersOf = (word: string) => word.replaceAll(/[^a-z]/g, '');
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('ø', 'o')
    .replaceAll(/[\u0300-\u036F]/g, '');
  const [, inBrackets = ''] = /\(([a-z]{3})\)/.exec(plain) ?? [];
  const words = plain
    .replaceAll(/\([^)]*\)/g, ' ')
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word !== '');
  const last = (words.at(-1) ?? '').replace(/^euros?$/, 'eur');
  const isLast = words.length > 1 && isCurrencyCode(last);
  if (isLast) words.pop();
  if (isLast && words.length > 1 && words.at(-1) === 'in') words.pop();
  const [sign = ''] = /\p{Sc}/u.exec(plain) ?? [];
  const currency = isLast ? last : isCurrencyCode(inBrackets) ? inBrackets : sign;
  return { words: words.join(''), currency: currency.toUpperCase() };
}

/** What a cell says, without blanks around it; empty where it says nothing. */
export function textOf(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell).trim();
  return 'amount' in cell ? String(cell.amount) : (cell.day ?? '');
}
