import { lineProblem, type QuantityTerms, suggest } from '#contract/buying/quantities.ts';
import { sayProblem } from './say-problem.ts';
import { tabBasket } from './tab-basket.ts';

/** How many lie in the basket now, or why none were added and the nearest quantity that could be. */
type Added = { now: number } | { problem: string; nearest: number | null };

/** Puts pieces of a tool into the basket where that many can be ordered. */
export function addPieces(tool: QuantityTerms & { _id: string }, quantity: number): Added {
  const wrong = lineProblem(tool, quantity);
  if (wrong !== null) return { problem: sayProblem(wrong, tool), nearest: suggest(tool, quantity) };
  const [line] = tabBasket().add({ toolId: tool._id, quantity });
  return { now: line?.quantity ?? quantity };
}
