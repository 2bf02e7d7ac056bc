/** What each measure's units are in its base unit. What is no multiple of another, as °F, measures itself. */
const MEASURES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  length: { mm: 1, µm: 0.001, cm: 10, dm: 100, m: 1_000, km: 1_000_000, in: 25.4, ft: 304.8, yd: 914.4 },
  area: { 'mm²': 1, 'cm²': 100, 'm²': 1_000_000 },
  mass: { g: 1, mg: 0.001, kg: 1_000, t: 1_000_000, oz: 28.349523125, lb: 453.59237 },
  volume: { ml: 1, cl: 10, dl: 100, l: 1_000, 'm³': 1_000_000 },
  power: { W: 1, kW: 1_000 },
  voltage: { V: 1, mV: 0.001, kV: 1_000 },
  current: { A: 1, mA: 0.001 },
  charge: { Ah: 1, mAh: 0.001 },
  torque: { Nm: 1, kNm: 1_000, 'ft-lb': 1.3558179483, 'in-lb': 0.112984829 },
  force: { N: 1, kN: 1_000 },
  pressure: { bar: 1, mbar: 0.001, kPa: 0.01, MPa: 10, psi: 0.0689475729 },
  time: { s: 1, min: 60, h: 3_600 },
};
/** Other ways in which people write them. */
const ALIASES: Readonly<Record<string, string>> = {
  '"': 'in',
  '″': 'in',
  inch: 'in',
  inches: 'in',
  "'": 'ft',
  '′': 'ft',
  feet: 'ft',
  lbs: 'lb',
  litre: 'l',
  liter: 'l',
  μm: 'µm',
  N·m: 'Nm',
  'N m': 'Nm',
};

const UNITS = new Map(
  Object.entries(MEASURES).flatMap(([measure, units]) =>
    Object.entries(units).map(([unit, of]) => [unit, { measure, of, unit }] as const),
  ),
);
for (const [alias, unit] of Object.entries(ALIASES)) UNITS.set(alias, UNITS.get(unit)!);
// In whatever case: Nm for nm, mm for MM. What is written exactly comes before it.
for (const [unit, known] of UNITS) if (!UNITS.has(unit.toLowerCase())) UNITS.set(unit.toLowerCase(), known);

function unitCalled(unit: string) {
  return UNITS.get(unit) ?? UNITS.get(unit.toLowerCase());
}

/** A number as people write one, and its unit. */
export interface WrittenMeasure {
  number: number;
  unit: string | null;
}

/** A unit begins with a letter or a sign such as °, % or the inches'. */
const UNIT = /^[\p{L}°%"'″′][^,]{0,15}$/u;

/** Whether a unit can be read back where it stands behind a number. */
export function isUnit(text: string): boolean {
  return UNIT.test(text);
}

/** The longest number with its unit, in UTF-16 units. */
const LONGEST = 40;

/** Fractions of one sign. */
const SIGNS: Readonly<Record<string, string>> = {
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};

/** What a unit measures, and how many base units it is; one that is not known measures itself, as HRC does. */
export function measureOf(unit: string | null): { measure: string; of: number } {
  if (unit === null) return { measure: '', of: 1 };
  return unitCalled(unit) ?? { measure: unit, of: 1 };
}

/** A number such as 13, 12.7, 1/2, 1-1/2 or 1/2 in; null where it is none. */
export function readWritten(text: string): WrittenMeasure | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.replaceAll(/[½¼¾⅛⅜⅝⅞]/g, (sign) => ` ${SIGNS[sign]}`).trim();
  const end = /[^\d./+\- ]/.exec(trimmed)?.index ?? trimmed.length;
  const number = readNumber(trimmed.slice(0, end).trim());
  const unit = trimmed.slice(end).trim();
  return number === null || !(unit === '' || UNIT.test(unit)) ? null : { number, unit: unit === '' ? null : unit };
}

function readNumber(text: string): number | null {
  if (/^[+-]?(\d{1,9}(\.\d{1,20})?|\.\d{1,20})$/.test(text)) return Number(text);
  const [, whole = '0', over, under] = /^(?:(\d{1,4}) {0,2}[ -])?(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
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

const IMPERIAL = ['in', 'ft', 'yd', 'oz', 'lb'];

/** The same in the other system of units, as it is written: 12.7 mm is 1/2 in; null for units that have no other. */
export function otherUnit(number: number, unit: string): string | null {
  const { measure } = measureOf(unit);
  const base = inBase(number, unit);
  const isMetric = !IMPERIAL.includes(unitCalled(unit)?.unit ?? '');
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
