import type { QuantityTerms } from '#contract/buying/orderable-range.ts';
import { lineProblem, suggest } from '#contract/buying/quantities.ts';
import { type CountUnit, termsInPacks } from '#contract/buying/units.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { pieces } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import type { Feedback } from './feedback.ts';
import { lineProblemText } from './line-problem.ts';
import { tabBasket } from './tab-basket.ts';
import { TakeButton } from './take-button.tsx';
import { typedWhole } from '#web/forms/typed-number.ts';
import { say } from '#web/saying/say.ts';
import { stepped } from './stepped.ts';

/** Puts what was typed into the basket, and says so or why not. @param pack that it counts; pieces where it is left out */
export function add(tool: QuantityTerms & Pick<Tool, '_id'>, text: string, pack?: CountUnit): Feedback {
  const count = typedWhole(text);
  const holds = pack?.pieces ?? 1;
  const terms = termsInPacks(tool, holds);
  const what = pack ? say('Enter a whole number of packs.') : say('Enter a whole number of pieces.');
  if (count === null) return refusal(what, suggest(terms, terms.minOrderQuantity));
  const wrong = lineProblem(terms, count);
  if (wrong !== null) return refusal(lineProblemText(wrong, terms), suggest(terms, count));
  const quantity = count * holds;
  const [{ quantity: now } = { quantity }] = tabBasket().add({ toolId: tool._id, quantity, ...(pack && { pack }) });
  return {
    wrong: false,
    note: () => (
      <p className="mt-1">
        <span>{say('{count} added', { count: pieces(quantity) })}</span>
        {now > quantity ? <span>{say(', {count} in all', { count: pieces(now) })}</span> : ''}
        <span>. </span>
        <TextLink to="/basket">{say('View basket')}</TextLink>
      </p>
    ),
  };
}

/** What stands in the box after an arrow key: the next quantity that can be ordered, `by` steps away. */
export function step(tool: QuantityTerms, text: string, by: number, pack?: CountUnit): string {
  const terms = termsInPacks(tool, pack?.pieces ?? 1);
  return String(stepped(terms, typedWhole(text) ?? terms.minOrderQuantity, by));
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
