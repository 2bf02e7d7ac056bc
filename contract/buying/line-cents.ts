/**
 * What pieces cost, in cents: half a cent is one more, rounded once a line. The one rule for every line of a price, basket, quote, order
 * and paper (contract, Units); `line_cents` says it in SQL for the sums of the Overview.
 * @param unitCents the price of `priceUnit` pieces
 */
export function lineCents(quantity: number | bigint, unitCents: number, priceUnit: number): bigint {
  // Nearly every line is small enough for plain numbers, which take a part of the time; of what is no whole number BigInt makes an error.
  const plain = Number(quantity) * unitCents;
  if (Number.isSafeInteger(quantity) && Math.abs(plain) <= MOST_PLAIN) {
    if (priceUnit === 1) return BigInt(plain);
    const twice = 2 * plain + priceUnit;
    return BigInt((twice - (twice % (2 * priceUnit))) / (2 * priceUnit));
  }
  const cents = BigInt(quantity) * BigInt(unitCents);
  if (priceUnit === 1) return cents;
  const per = BigInt(priceUnit);
  return (2n * cents + per) / (2n * per);
}

/** Twice as much, and a price unit more, is still exact as a number. */
const MOST_PLAIN = 2 ** 51;
