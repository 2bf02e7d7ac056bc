/** A GTIN with all the zeros before it that it may have: 14 digits. Leading zeros do not make another number. */
export function fullGtin(digits: string): string {
  return digits.padStart(14, '0');
}

/** Whether digits may be the whole of a GTIN, right or wrong: 8 to 14 of them, since spreadsheets lose the zeros before. */
export function mayBeGtin(text: string): boolean {
  return /^\d{8,14}$/.test(text);
}

/** Whether a number has 8, 12, 13 or 14 digits, the last of them right (GS1 General Specifications, 7.9). */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...fullGtin(text)].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

export const WRONG_GTIN = 'The check digit of this GTIN is wrong: one of the digits is mistyped';
