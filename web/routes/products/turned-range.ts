import { inBase, measureOf, readWritten, type WrittenMeasure } from '#contract/catalogue/units.ts';

/** Whether the first is above the second, however they are written; a number by itself is in `unit`, as far as that is known. */
export function isTurned(from: string, to: string, unit = ''): boolean {
  const [low, high] = [readWritten(from), readWritten(to)];
  if (!low || !high) return false;
  const unitOf = (written: WrittenMeasure) => written.unit ?? (unit || null);
  if (measureOf(unitOf(low)).measure !== measureOf(unitOf(high)).measure) return false;
  return inBase(low.number, unitOf(low)) > inBase(high.number, unitOf(high));
}
