/** What was typed as a number: the number, both where it can be read in two ways, or null where it is none. */
export type TypedNumber = { value: number } | { either: [decimal: number, thousands: number] } | null;

/** Nobody types longer numbers; a longer text is not looked at. */
const LONGEST = 40;

/**
 * Reads a number as people write it: a comma or a point before the decimals; a comma, a point, an apostrophe or a blank between
 * thousands. A single comma or point before exactly three digits may be either, and both readings are answered.
 */
export function readNumber(typed: string): TypedNumber {
  if (typed.length > LONGEST) return null;
  const text = typed.trim().replaceAll(/[\s\u00a0\u2009\u202f]/g, ' ');
  const isBelow = /^[\u2212-]/u.test(text);
  const digits = text.replace(/^[+\u2212-]/u, '');
  const read = readDigits(digits) ?? readThousands(digits);
  if (!read || !isBelow) return read;
  return 'value' in read ? { value: -read.value } : { either: [-read.either[0], -read.either[1]] };
}

/** Digits with at most one comma or point among them. */
function readDigits(digits: string): TypedNumber {
  const parts = /^(\d*)[.,]?(\d*)$/.exec(digits);
  if (!parts) return null;
  const [, whole = '', decimals = ''] = parts;
  if (whole === '' && decimals === '') return null;
  const value = Number(`${whole || '0'}.${decimals || '0'}`);
  const isOpen = whole.length <= 3 && /^[1-9]/.test(whole) && decimals.length === 3;
  return isOpen ? { either: [value, Number(whole + decimals)] } : { value };
}

/** Digits in groups of three, with one mark between all of them and another before the decimals. */
function readThousands(digits: string): TypedNumber {
  const parts = /^(\d{1,3})([.,'’ ])(\d{3}(?:\2\d{3})*)(?:([.,])(\d*))?$/u.exec(digits);
  if (!parts) return null;
  const [, first = '', mark = '', rest = '', point, decimals] = parts;
  return point === mark ? null : { value: Number(`${first}${rest.replaceAll(mark, '')}.${decimals || '0'}`) };
}
