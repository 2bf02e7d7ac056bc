import { BY_THE_PIECE, type CountUnit, packOf, PIECE_CODES } from '#contract/buying/units.ts';

/** What a buyer calls what a line is counted in. @param units of the connection, from our codes to the buyer's */
export function buyersUnit(units: Readonly<Record<string, string>>, pack: CountUnit | null): string {
  if (pack) return units[pack.code] ?? pack.code;
  const said = PIECE_CODES.find((code) => units[code] !== undefined);
  return (said === undefined ? undefined : units[said]) ?? BY_THE_PIECE.code;
}

/**
 * What of a tool a buyer's unit means: null for pieces, undefined where it means none, or more than one.
 * @param code as the buyer's system wrote it; empty: nothing was said, which is pieces
 */
export function ourUnit<Unit extends CountUnit>(
  units: Readonly<Record<string, string>>,
  packs: readonly Unit[],
  code: string,
): Unit | null | undefined {
  if (code === '') return null;
  const meant = [null, ...packs].filter((pack) => buyersUnit(units, pack) === code);
  if (meant.length > 0) return meant.length === 1 ? meant[0] : undefined;
  // A code that the connection does not lead elsewhere means what it means to everybody.
  return packOf(packs, code);
}
