/** What of a tool decides how many of it can be ordered. */
export interface QuantityTerms {
  quantityStep: number;
  minOrderQuantity: number;
  /** In stock. */
  availableQuantity: number;
  /** In stock and to come. */
  orderable: number;
}

/** The least and the most that can be ordered now; null where nothing can. */
export function orderableRange(terms: QuantityTerms): { least: number; most: number } | null {
  const step = terms.quantityStep;
  const least = Math.ceil(terms.minOrderQuantity / step) * step;
  const most = Math.floor(terms.orderable / step) * step;
  return most >= least ? { least, most } : null;
}
