import { readNumber } from '#contract/typed-number.ts';

/** A percentage of up to two decimals; null where it is none. A price does not change by thousands of percent. */
export function typedPercent(text: string): number | null {
  const read = readNumber(text.trim().replace(/\s*%$/, ''));
  if (!read || 'either' in read) return null;
  return Number.isInteger(Math.round(read.value * 1e6) / 1e4) ? read.value : null;
}

/** Grams of kilograms that were typed; null where they are none, or may be two. */
export function typedGrams(text: string): number | null {
  const read = readNumber(text);
  if (!read || 'either' in read) return null;
  const grams = Math.round(read.value * 1_000);
  return read.value >= 0 && Math.abs(read.value * 1_000 - grams) < 1e-6 ? grams : null;
}

/** Kilograms as a field begins with them: what could be thousands has one more decimal. */
export function kilogramsText(grams: number): string {
  const text = String(grams / 1_000);
  return 'either' in (readNumber(text) ?? {}) ? `${text}0` : text;
}
