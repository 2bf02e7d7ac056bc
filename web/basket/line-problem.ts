import type { QuantityTerms } from '#contract/buying/orderable-range.ts';
import type { LineProblem } from '#contract/buying/quantities.ts';
import { pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

/** What is known of a tool's bounds; null where it is not sold. */
type KnownTerms = { [bound in keyof QuantityTerms]: number | null };

/** What keeps a quantity from being ordered, in words that say what could be. */
export function lineProblemText(problem: LineProblem, terms: KnownTerms): string {
  if (problem === 'TOOL_NOT_FOUND') return say('No longer sold. Remove it to continue.');
  if (problem === 'BELOW_MINIMUM')
    return say('The minimum order is {count}.', { count: pieces(terms.minOrderQuantity ?? 1) });
  if (problem === 'NOT_A_MULTIPLE') return say('Sold in steps of {count}.', { count: pieces(terms.quantityStep ?? 1) });
  const { availableQuantity, orderable } = terms;
  if ((orderable ?? 0) > (availableQuantity ?? 0))
    return say('Only {orderable} can be ordered: {available} in stock, the rest to come.', {
      orderable: pieces(orderable ?? 0),
      available: pieces(availableQuantity ?? 0),
    });
  return availableQuantity ? say('Only {count} in stock.', { count: pieces(availableQuantity) }) : say('Sold out.');
}
