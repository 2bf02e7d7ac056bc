/** How many numbers of one text are looked for. */
const MOST_NUMBERS = 50;

/** 2026-000123 with whatever sign between its parts, and perhaps with something before it, but not that of a credit note. */
const INVOICE_NUMBER = /(?<!\d|cn[- ]?)(2\d{3})(?: ?| {0,2}[-–—./] {0,2})(\d{6})(?!\d)/gi;
/** The same with blanks within the second part, where a bank broke a line or somebody set thousands apart. */
const BROKEN_NUMBER = /(?<!\d|cn[- ]?)(2\d{3}) {0,2}[-–—./] {0,2}(\d(?: ?\d){5})(?!\d)/gi;

/** A number behind RF and two check digits (ISO 11649), mostly in groups of four. */
const CREDITOR_REFERENCE = /\bRF\d\d((?: ?[\dA-Z]{4})* ?[\dA-Z]{1,4})\b/gi;

/** The numbers that the reference of a payment names, as invoices and orders have them: 2026-000123 however it is set, and 10001. */
export function numbersIn(reference: string): string[] {
  const numbers: string[] = [];
  const apart = reference
    .replaceAll(/\s/g, ' ')
    .replaceAll(CREDITOR_REFERENCE, (_all, number: string) => ` ${number.replaceAll(' ', '')}`)
    .replaceAll(INVOICE_NUMBER, (_all, year: string, sequence: string) => {
      numbers.push(`${year}-${sequence}`);
      return ' ';
    });
  for (const [, year, sequence = ''] of apart.matchAll(BROKEN_NUMBER))
    numbers.push(`${year}-${sequence.replaceAll(' ', '')}`);
  for (const [number] of apart.matchAll(/(?<!\d)\d{5,12}(?!\d)/g)) numbers.push(number);
  return numbers.slice(0, MOST_NUMBERS);
}

/** Of what is open, most pressing first, what a payment with this reference is for: the invoices that it names, or all where it names none. */
export function meantBy<Debit extends { document: string }>(reference: string, open: Debit[]): Debit[] {
  const invoices = numbersIn(reference).filter((number) => number.includes('-'));
  return invoices.length === 0 ? open : open.filter(({ document }) => invoices.includes(document));
}
