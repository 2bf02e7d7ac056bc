/** What each unit measures, and how many of its measure's base unit it is: mm, g, ml, W, V, N m, bar. */
const UNITS: Readonly<Record<string, { measure: string; of: number }>> = {
  mm: { measure: 'length', of: 1 },
  cm: { measure: 'length', of: 10 },
  m: { measure: 'length', of: 1_000 },
  in: { measure: 'length', of: 25.4 },
  '"': { measure: 'length', of: 25.4 },
  ft: { measure: 'length', of: 304.8 },
  g: { measure: 'mass', of: 1 },
  kg: { measure: 'mass', of: 1_000 },
  t: { measure: 'mass', of: 1_000_000 },
  oz: { measure: 'mass', of: 28.349523125 },
  lb: { measure: 'mass', of: 453.59237 },
  ml: { measure: 'volume', of: 1 },
  l: { measure: 'volume', of: 1_000 },
  W: { measure: 'power', of: 1 },
  kW: { measure: 'power', of: 1_000 },
  V: { measure: 'voltage', of: 1 },
  Nm: { measure: 'torque', of: 1 },
  bar: { measure: 'pressure', of: 1 },
};

/** A number as people write one, and its unit. */
export interface Written {
  number: number;
  unit: string | null;
}

/** A unit begins with a letter or a sign such as °, % or the inches'. */
const UNIT = /^[\p{L}°%"'][^,]{0,15}$/u;

/** The longest number with its unit, in UTF-16 units. */
const LONGEST = 40;

/** What a unit measures, and how many base units it is; one that is not known measures itself, as HRC does. */
export function measureOf(unit: string | null): { measure: string; of: number } {
  if (unit === null) return { measure: '', of: 1 };
  return Object.hasOwn(UNITS, unit) ? UNITS[unit]! : { measure: unit, of: 1 };
}

const BY_LOWER_CASE = new Map(Object.keys(UNITS).map((unit) => [unit.toLowerCase(), unit]));

/** A unit that was typed in whatever case as it is written: Nm for nm; one that is not known stays as it is. */
export function unitWritten(typed: string): string {
  return BY_LOWER_CASE.get(typed.toLowerCase()) ?? typed;
}

/** A number such as 13, 12.7, 1/2, 1-1/2 or 1/2 in; null where it is none. */
export function readWritten(text: string): Written | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  const end = /[^\d./+\- ]/.exec(trimmed)?.index ?? trimmed.length;
  const number = readNumber(trimmed.slice(0, end).trim());
  const unit = trimmed.slice(end).trim();
  return number === null || !(unit === '' || UNIT.test(unit)) ? null : { number, unit: unit === '' ? null : unit };
}

function readNumber(text: string): number | null {
  if (/^[+-]?\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text);
  const [, whole = '0', over, under] = /^(?:(\d{1,4})[ -])?(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (over === undefined || Number(under) === 0) return null;
  return Number(whole) + Number(over) / Number(under);
}

/** So many of a unit in the base unit of its measure, without the noise of binary fractions. */
export function inBase(number: number, unit: string | null): number {
  return withoutNoise(number * measureOf(unit).of);
}

/** The other way round. */
export function fromBase(base: number, unit: string | null): number {
  return withoutNoise(base / measureOf(unit).of);
}

function withoutNoise(number: number): number {
  return Number(number.toPrecision(12));
}

/** So many parts of an inch are written as fractions. */
const FINEST = 64;
/** Binary fractions come this close. */
const NEAR = 1e-6;

/** The same in the other system of units, as it is written: 12.7 mm is 1/2 in; null for units that have no other. */
export function otherUnit(number: number, unit: string): string | null {
  const { measure } = measureOf(unit);
  const base = inBase(number, unit);
  const isMetric = !['in', '"', 'ft', 'oz', 'lb'].includes(unit);
  if (measure === 'length') return isMetric ? `${inches(fromBase(base, 'in'))} in` : `${rounded(base)} mm`;
  if (measure === 'mass') return isMetric ? `${rounded(fromBase(base, 'lb'))} lb` : `${rounded(base)} g`;
  return null;
}

function inches(number: number): string {
  const parts = Math.round(number * FINEST);
  if (Math.abs(parts / FINEST - number) > NEAR || parts === 0) return rounded(number);
  const whole = Math.floor(parts / FINEST);
  let [over, under] = [parts % FINEST, FINEST];
  while (over > 0 && over % 2 === 0) [over, under] = [over / 2, under / 2];
  if (over === 0) return String(whole);
  return whole === 0 ? `${over}/${under}` : `${whole} ${over}/${under}`;
}

function rounded(number: number): string {
  return String(Number(number.toPrecision(3)));
}
