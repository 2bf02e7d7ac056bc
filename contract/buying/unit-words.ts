/** For how many pieces a price is, as it stands behind it: " per 100"; nothing for one. */
export function perPieces(priceUnit: number): string {
  return priceUnit === 1 ? '' : ` per ${priceUnit.toLocaleString('en-US')}`;
}

interface PackCount {
  quantity: number;
  unitName: string | null;
  unitQuantity: number | null;
}

/** The packs that a line was counted in: "10 × Box"; nothing where it was in pieces. */
export function inPacks({ unitName, unitQuantity }: Omit<PackCount, 'quantity'>, locale = 'en-US'): string {
  if (unitName === null || unitQuantity === null) return '';
  return `${unitQuantity.toLocaleString(locale)} × ${unitName}`;
}

/** How many pieces a line has, and in which packs: "500 (10 × Box)". */
export function piecesAndPacks(line: PackCount, locale = 'en-US'): string {
  const [count, packs] = [line.quantity.toLocaleString(locale), inPacks(line, locale)];
  return packs === '' ? count : `${count} (${packs})`;
}

/** For how many pieces a price is, where it stands as words of its own: "per piece", "per 100". */
export function perUnit(priceUnit: number): string {
  return priceUnit === 1 ? 'per piece' : perPieces(priceUnit).trim();
}
