import { measureOf } from '#contract/catalogue/units.ts';
import { asFractions, measured, sizeSpellings } from './sizes.ts';

/** The units of sizes, as words of a search have them. */
const UNITS = ['mm', 'cm', 'in', 'ft', 'm', 'g', 'oz', 'lb', 'kg', 'v', 'w', 'nm', 'l', 'ml'];
/** ISO threads, in mm. */
const THREADS = [2, 2.5, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 42, 48, 56, 64];
/** A size that is further off than this factor is another thing. */
const NEAR = 1.6;
/** So many steps of a unit are tried on each side. */
const STEPS = 40;
/** A larger bare number is none of a size. */
const LARGEST = 5_000;

/** Other sizes near one, each as all the words that say it. */
interface NearSize {
  words: string[];
  /** Whether the shop's words need not be asked, since threads stand in stock numbers alone. */
  certain: boolean;
}

/** Whether a word is a size: 13mm, 5/16, m10. */
export function isSize(word: string): boolean {
  return threadOf(word) !== null || sizeOf(word) !== null;
}

/**
 * Sizes near that of a word, the nearest first, in whatever unit of its measure; itself left out. Nothing where it is no size.
 */
export function nearSizes(word: string): NearSize[] {
  const thread = threadOf(word);
  if (thread !== null) {
    return THREADS.filter((each) => each !== thread && apart(each, thread) <= Math.log(NEAR))
      .toSorted((a, b) => apart(a, thread) - apart(b, thread))
      .map((each) => ({ words: [`m${each}`], certain: true }));
  }
  const size = sizeOf(word);
  if (!size) return [];
  const itself = new Set(sizeSpellings(word));
  const near = new Map<string, { words: string[]; apart: number }>();
  for (const unit of UNITS) {
    const { measure, of } = measureOf(unit);
    if (measure !== size.measure) continue;
    for (const number of around(size.base / of, unit)) {
      const words = writings(number, unit);
      const off = apart(number * of, size.base);
      if (off > Math.log(NEAR) || words.some((each) => itself.has(each))) continue;
      near.set(words[0]!, { words, apart: off });
    }
  }
  return [...near.values()].toSorted((a, b) => a.apart - b.apart).map(({ words }) => ({ words, certain: false }));
}

function threadOf(word: string): number | null {
  const found = /^m(\d+(?:\.\d+)?)$/.exec(word);
  return found ? Number(found[1]) : null;
}

function sizeOf(word: string) {
  const size = measured(word);
  if (!size || size.base <= 0 || (size.isBare && size.number > LARGEST)) return null;
  return UNITS.includes(size.unit) ? size : null;
}

/** The sizes that one finds in catalogues around a number of this unit. */
function* around(number: number, unit: string): Generator<number> {
  if (number < 0.05 || number > LARGEST) return;
  const parts = unit === 'in' ? (number < 0.5 ? 32 : number < 3 ? 16 : 4) : number < 10 ? 2 : 1;
  const middle = Math.round(number * parts);
  for (let step = -STEPS; step <= STEPS; step++) if (middle + step > 0) yield (middle + step) / parts;
  // Large sizes come in tens.
  if (number < 100) return;
  const ten = Math.round(number / 10);
  for (let step = -STEPS; step <= STEPS; step++) if (ten + step > 0) yield (ten + step) * 10;
}

function writings(number: number, unit: string): string[] {
  const fractions = unit === 'in' ? asFractions(number) : [];
  return [...[String(number), ...fractions].map((each) => each + unit), ...fractions];
}

/** How far apart two sizes are, as the logarithm of their ratio. */
function apart(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}
