import type { Row } from './split-rows.ts';

/** Longer is no greeting. */
const LONGEST = 80;
/** A signature has no more rows: name, company, street, telephone and what lawyers add. */
const LONGEST_SIGNATURE = 12;

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|moin|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|liebe[rs]?|bonjour|bonsoir|hola|estimad[oa]s?|buongiorno|to whom it may concern)(?![\p{L}\p{N}])/iu;
const SIGN_OFF =
  /^(?:(?:with )?(?:best|kind|kindest|warm|warmest) (?:regards|wishes)|regards|many thanks|thanks?|thank you|cheers|yours|sincerely|best|mit (?:freundlichen|besten) grüßen|(?:viele|beste|liebe|freundliche) grüße|mfg|vg|lg|danke|vielen dank|cordialement|bien à vous|merci|saludos|gracias|cordiali saluti|grazie|sent from my|von meinem)(?![\p{L}\p{N}])/iu;

/**
 * The rows of a mail that are no order: its greeting, the sentence that ends in a colon before the list, and from the
 * words of farewell on its signature. What names a tool stays, and so does whatever has a number before the farewell.
 * @param naming the rows that name a tool
 */
export function rowsOfMail(rows: readonly Row[], naming: ReadonlySet<Row>): Set<Row> {
  const fallen = new Set<Row>();
  for (const row of rows) {
    if (naming.has(row) || row.tooLong || row.text.length > LONGEST) continue;
    if (/^--?$/.test(row.text) || (!/\p{N}/u.test(row.text) && isCourtesy(row.text))) fallen.add(row);
  }
  const farewell = rows.findLastIndex(
    (row) => fallen.has(row) && (row.text.startsWith('-') || SIGN_OFF.test(row.text)),
  );
  const signature = farewell < 0 ? [] : rows.slice(farewell + 1);
  if (signature.length <= LONGEST_SIGNATURE && !signature.some((row) => naming.has(row)))
    for (const row of signature) fallen.add(row);
  // A paste of nothing else is answered, not swallowed.
  return fallen.size < rows.length ? fallen : new Set();
}

function isCourtesy(text: string): boolean {
  return text.endsWith(':') || GREETING.test(text) || SIGN_OFF.test(text);
}
