import type { QuantityTerms } from '#contract/buying/orderable-range.ts';
import type { LineProblem } from '#contract/buying/quantities.ts';
import { pieces } from '#web/shell/format.ts';

/** What is known of a tool's bounds; null where it is not sold. */
type KnownTerms = { [bound in keyof QuantityTerms]: number | null };

/** What keeps a quantity from being ordered, in words that say what could be. */
export function lineProblemText(problem: LineProblem, terms: KnownTerms): string {
  if (problem === 'TOOL_NOT_FOUND') return 'No longer sold. Remove it to continue.';
  if (problem === 'BELOW_MINIMUM') return `The minimum order is ${pieces(terms.minOrderQuantity ?? 1)}.`;
  if (problem === 'NOT_A_MULTIPLE') return `Sold in steps of ${pieces(terms.quantityStep ?? 1)}.`;
  const { availableQuantity, orderable } = terms;
  if ((orderable ?? 0) > (availableQuantity ?? 0))
    return `Only ${pieces(orderable ?? 0)} can be ordered: ${pieces(availableQuantity ?? 0)} in stock, the rest to come.`;
  return availableQuantity ? `Only ${pieces(availableQuantity)} in stock.` : 'Sold out.';
}
