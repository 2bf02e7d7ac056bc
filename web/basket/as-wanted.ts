import { type CountUnit, packOf } from '#contract/buying/units.ts';

/**
 * Pieces as a call counts them: in the pack of that code, where they are whole packs.
 * @param packs of the tool; not known yet where it is left out
 */
export function asWanted(
  { quantity, unit }: { quantity: number; unit?: string | undefined },
  packs: readonly CountUnit[] | null | undefined,
): { quantity: number; unit?: string } {
  const pack = unit === undefined ? null : packOf(packs ?? [], unit);
  return pack && quantity % pack.pieces === 0 ? { quantity: quantity / pack.pieces, unit: pack.code } : { quantity };
}
