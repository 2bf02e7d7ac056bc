import { inBase, measureOf } from '#contract/catalogue/units.ts';

const FRACTION = /^(?:(\d+)-)?(\d+)\/(\d+)([a-z]*)$/;
const DECIMAL = /^(\d*\.\d+|\d+)([a-z]*)$/;
/** Fractions of an inch are written with these below the line. */
const PARTS = [2, 4, 8, 16, 32, 64];
/** What a bare number may be followed by. */
const UNITS = ['', 'mm', 'in', 'cm', 'm', 'kg', 'g', 'oz', 'lb', 'ft', 'v', 'nm'];

/** The number and unit of a size such as 5/16in, 1-1/2in or 13mm; a unit left out is empty. Null where it is none. */
function valueOf(word: string): { value: number; unit: string } | null {
  const fraction = FRACTION.exec(word);
  const decimal = DECIMAL.exec(word);
  const value = fraction
    ? Number(fraction[1] ?? 0) + Number(fraction[2]) / Number(fraction[3])
    : decimal
      ? Number(decimal[1])
      : Number.NaN;
  return Number.isFinite(value) ? { value, unit: fraction?.[4] ?? decimal?.[2] ?? '' } : null;
}

/** What a word measures. */
interface SizeInWord {
  /** As it was typed, and whether it was typed without a unit. */
  number: number;
  isBare: boolean;
  measure: string;
  unit: string;
  /** In the base unit of its measure. */
  base: number;
}

/** A size such as 5/16in or 13mm; a bare number counts mm, a bare fraction inches. Null where it is none. */
export function measured(word: string): SizeInWord | null {
  const size = valueOf(word);
  if (!size) return null;
  const unit = size.unit || (word.includes('/') ? 'in' : 'mm');
  const { measure } = measureOf(unit);
  return { number: size.value, isBare: size.unit === '', measure, unit, base: inBase(size.value, unit) };
}

/** The units in which one length is looked for. */
const LENGTHS = ['mm', 'cm', 'm', 'in'];
/** Digits of a length in another unit: more are the noise of binary fractions. */
const DIGITS = 8;

/** A whole number below this is also written with a decimal. */
const LARGEST_WITH_DECIMAL = 20;

/**
 * The ways to write the same size, such as 1/2in, 0.5in and 12.7mm; for a bare number also with each unit, a bare fraction being
 * inches. Null where it is none.
 */
export function sizeSpellings(word: string): string[] | null {
  const size = valueOf(word);
  if (!size) return null;
  const { value, unit } = size;
  const numbers = new Set([String(value), word.slice(0, word.length - unit.length), ...asFractions(value)]);
  // As catalogues write it beside sizes that have a decimal: 4.0 × 100 mm.
  if (Number.isInteger(value) && value < LARGEST_WITH_DECIMAL) numbers.add(value.toFixed(1));
  return [
    // A fraction of an inch is also written without its unit.
    ...(unit === 'in' ? [...numbers].filter((number) => number.includes('/')) : []),
    ...[...numbers].flatMap((number) => (unit === '' ? UNITS : [unit]).map((each) => number + each)),
    ...inOtherUnits(value, unit === '' && word.includes('/') ? 'in' : unit),
  ];
}

/** A length in the other units in which catalogues write exactly it: 12.7mm is 1/2in and 1.27cm, 13mm is 1.3cm alone. */
function inOtherUnits(value: number, unit: string): string[] {
  if (!LENGTHS.includes(unit)) return [];
  return LENGTHS.flatMap((other) => {
    if (other === unit) return [];
    const there = Number(((value * measureOf(unit).of) / measureOf(other).of).toPrecision(DIGITS));
    if (other !== 'in') return [`${there}${other}`];
    const isWritten = Number.isInteger(there) || asFractions(there).length > 0;
    return isWritten ? [String(there), ...asFractions(there)].map((number) => `${number}in`) : [];
  });
}

/** A number as fractions of an inch are written: 5/16, 1-1/2; nothing for a whole one or one that no rule shows. */
export function asFractions(value: number): string[] {
  const whole = Math.floor(value);
  const below = PARTS.find((part) => Number.isInteger(value * part));
  if (below === undefined || value === whole) return [];
  const above = (value - whole) * below;
  return whole === 0 ? [`${above}/${below}`] : [`${whole}-${above}/${below}`];
}
