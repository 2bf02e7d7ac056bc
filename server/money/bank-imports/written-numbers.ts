/** What stands before the cents. */
export type Decimal = ',' | '.';

/** What stands between thousands, but for the other sign. */
const GAPS = /[\s\u00A0\u202F'’]/g;
/** No amount is written longer. */
const MAX_NUMBER = 40;

/** Whether digits stand in threes, as between signs for thousands. */
function isGrouped(parts: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => /^\d{3}$/.test(part));
}

/** What stands before the decimals of a number, where it says so itself; null where it does not. */
function decimalOf(digits: string): Decimal | null {
  const plain = digits.replaceAll(GAPS, '');
  const [comma, point] = [plain.lastIndexOf(','), plain.lastIndexOf('.')];
  if (comma < 0 && point < 0) return null;
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const [sign, other]: [Decimal, Decimal] = comma >= 0 ? [',', '.'] : ['.', ','];
  const parts = plain.split(sign);
  if (parts.length > 2) return other;
  // Thousands that are set apart by something else leave the sign to the decimals.
  return isGrouped(parts) && plain === digits.trim() ? null : sign;
}

/** Whether a number may be thousands, or have three decimals: 12,505. */
export function isEitherWay(digits: string): boolean {
  return /[.,]/.test(digits) && decimalOf(digits) === null;
}

/** The number that is written; null where it is none. @param decimal what the file writes before decimals, for what leaves it open */
export function plainNumber(digits: string, decimal: Decimal | null): number | null {
  const own = decimalOf(digits) ?? decimal ?? '.';
  const plain = digits.replaceAll(GAPS, '');
  const [whole = '', decimals = '', ...more] = plain.split(own);
  const thousands = whole.split(own === ',' ? '.' : ',');
  if (more.length > 0 || !/^\d*$/.test(decimals)) return null;
  if (thousands.length > 1 && !isGrouped(thousands)) return null;
  const text = `${thousands.join('') || '0'}.${decimals || '0'}`;
  return /^\d{1,18}\.\d{1,18}$/.test(text) ? Number(text) : null;
}

/** What a whole file writes before decimals, and what it leaves open; `decimal` is null where it writes both, or neither tells. */
export function decimalOfAll(texts: string[]): { decimal: Decimal | null; open: string[] } {
  const found = new Set<Decimal>();
  const open: string[] = [];
  for (const text of texts) {
    if (text.length > MAX_NUMBER) continue;
    const [digits = ''] = /\d[\d.,\s\u00A0\u202F'’]*/.exec(text) ?? [];
    const tidy = digits.replace(/[.,\s]+$/, '');
    const own = decimalOf(tidy);
    if (own !== null) found.add(own);
    else if (/[.,]/.test(tidy)) open.push(text);
  }
  const [only = null] = found;
  return { decimal: found.size === 1 ? only : null, open };
}
