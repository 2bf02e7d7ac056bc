/** Words of the trade that mean one thing; a buyer of one country finds what the maker names as in another. */
const SAME: readonly (readonly string[])[] = [
  ['spanner', 'wrench'],
  ['torch', 'flashlight'],
  ['vice', 'vise'],
  ['gauge', 'gage'],
  ['aluminium', 'aluminum'],
  ['metre', 'meter'],
  ['grey', 'gray'],
  ['mould', 'mold'],
  ['axe', 'ax', 'hatchet'],
  ['clamp', 'cramp'],
  ['ruler', 'rule'],
  ['shears', 'snips'],
  ['toolbox', 'toolchest'],
  ['pickaxe', 'pick', 'mattock'],
  ['pincers', 'pliers', 'nippers'],
  ['spade', 'shovel'],
  ['allen', 'hex'],
  ['ratchet', 'socket'],
  ['crowbar', 'prybar'],
  ['punch', 'drift'],
  ['zinc', 'galvanized', 'galvanised'],
  ['inox', 'stainless'],
];

const meanings = new Map(SAME.flatMap((group) => group.map((word) => [word, group])));

/** All words of the trade that have others beside them. */
export const TRADE_WORDS: readonly string[] = [...meanings.keys()];

/** What else the word is called, itself left out; plurals are those of their singular. */
export function otherNames(word: string): string[] {
  const singular = singulars(word).find((each) => meanings.has(each));
  return (meanings.get(singular ?? '') ?? []).filter((each) => each !== singular);
}

/** The word and what it may be the plural of. */
export function singulars(word: string): string[] {
  const forms = [word];
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1));
  if (word.length > 4 && word.endsWith('es')) forms.push(word.slice(0, -2));
  return forms;
}

const FRACTION = /^(?:(\d+)-)?(\d+)\/(\d+)([a-z]*)$/;
const DECIMAL = /^(\d*\.\d+|\d+)([a-z]*)$/;
/** Fractions of an inch are written with these below the line. */
const PARTS = [2, 4, 8, 16, 32, 64];
/** What a bare number may be followed by. */
const UNITS = ['', 'mm', 'in', 'cm', 'm', 'kg', 'g', 'oz', 'lb', 'ft', 'v', 'nm'];

/** The number and unit of a size such as 5/16in, 1-1/2in or 13mm; a unit left out is empty. Null where it is none. */
export function valueOf(word: string): { value: number; unit: string } | null {
  const fraction = FRACTION.exec(word);
  const decimal = DECIMAL.exec(word);
  const value = fraction
    ? Number(fraction[1] ?? 0) + Number(fraction[2]) / Number(fraction[3])
    : decimal
      ? Number(decimal[1])
      : Number.NaN;
  return Number.isFinite(value) ? { value, unit: fraction?.[4] ?? decimal?.[2] ?? '' } : null;
}

/** The ways to write the same size, such as 1/2in and 0.5in; for a bare number also with each unit. Null where it is none. */
export function sizeSpellings(word: string): string[] | null {
  const size = valueOf(word);
  if (!size) return null;
  const { value, unit } = size;
  const numbers = new Set([String(value), word.slice(0, word.length - unit.length), ...asFractions(value)]);
  return [...numbers].flatMap((number) => (unit === '' ? UNITS : [unit]).map((each) => number + each));
}

/** A number as fractions of an inch are written: 5/16, 1-1/2; nothing for a whole one or one that no rule shows. */
export function asFractions(value: number): string[] {
  const whole = Math.floor(value);
  const below = PARTS.find((part) => Number.isInteger(value * part));
  if (below === undefined || value === whole) return [];
  const above = (value - whole) * below;
  return whole === 0 ? [`${above}/${below}`] : [`${whole}-${above}/${below}`];
}

/** How many letters differ, are missing, too many or swapped with their neighbour; counted up to `most`, then `most + 1`. */
export function lettersApart(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, before[column - 2]! + 1);
      current.push(least);
    }
    before = above;
    above = current;
  }
  return Math.min(above[b.length]!, most + 1);
}
