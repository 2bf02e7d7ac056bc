import type { Facet } from '#contract/catalogue/facets.ts';
import { otherUnit } from '#contract/catalogue/units.ts';
import { say } from '#web/saying/say.ts';

/** A value as buyers read it, numbers in both units. */
export function wordsFor(kind: Facet['kind'], value: string, unit: string | null): string {
  if (kind === 'flag') return value === 'true' ? say('Yes') : say('No');
  if (kind === 'choice' || unit === null) return value;
  const other = otherUnit(Number(value), unit);
  return other === null ? `${value} ${unit}` : `${value} ${unit} (${other})`;
}
