import type { QuantityTerms } from '#contract/buying/orderable-range.ts';
import { lineProblem, suggest } from '#contract/buying/quantities.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { pieces } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import type { Feedback } from './feedback.ts';
import { lineProblemText } from './line-problem.ts';
import { tabBasket } from './tab-basket.ts';
import { TakeButton } from './take-button.tsx';
import { typedWhole } from '#web/forms/typed-number.ts';
import { stepped } from './stepped.ts';

/** Puts what was typed into the basket, and says so or why not. */
export function add(tool: QuantityTerms & Pick<Tool, '_id'>, text: string): Feedback {
  const quantity = typedWhole(text);
  if (quantity === null) return refusal('Enter a whole number of pieces.', suggest(tool, tool.minOrderQuantity));
  const wrong = lineProblem(tool, quantity);
  if (wrong !== null) return refusal(lineProblemText(wrong, tool), suggest(tool, quantity));
  const [{ quantity: now } = { quantity }] = tabBasket().add({ toolId: tool._id, quantity });
  return {
    wrong: false,
    note: () => (
      <p className="mt-1">
        {pieces(quantity)} added{now > quantity ? <span>{`, ${pieces(now)} in all`}</span> : ''}
        <span>. </span>
        <TextLink to="/basket">View basket</TextLink>
      </p>
    ),
  };
}

/** What stands in the box after an arrow key: the next quantity that can be ordered, `by` steps away. */
export function step(tool: QuantityTerms, text: string, by: number): string {
  return String(stepped(tool, typedWhole(text) ?? tool.minOrderQuantity, by));
}

function refusal(problem: string, nearest: number | null): Feedback {
  return {
    wrong: true,
    note: (take) => (
      <p className="text-error mt-1 flex items-center justify-between gap-2">
        {problem}
        {nearest !== null && <TakeButton quantity={nearest} onTake={take} />}
      </p>
    ),
  };
}
