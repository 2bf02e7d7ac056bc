/**
 * What pieces cost, in cents: half a cent is one more, rounded once a line. The one rule for every line of a price, basket, quote, order
 * and paper (contract, Units); `line_cents` says it in SQL for the sums of the Overview.
 * @param unitCents the price of `priceUnit` pieces
 */
export function lineCents(quantity: number | bigint, unitCents: number, priceUnit: number): bigint {
  const cents = BigInt(quantity) * BigInt(unitCents);
  // Most prices are of one piece, and leave nothing to round.
  if (priceUnit === 1) return cents;
  const per = BigInt(priceUnit);
  return (2n * cents + per) / (2n * per);
}
