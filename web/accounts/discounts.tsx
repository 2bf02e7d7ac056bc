import { writtenDay } from '#contract/days.ts';
import type { DiscountedSum } from '#contract/money/payments.ts';
import { money, today } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

/** What pays an invoice in full until which days from today on, a line each. */
export function Discounts({ discounts = [] }: { discounts: DiscountedSum[] | undefined }) {
  return discounts
    .filter(({ until }) => until >= today())
    .map(({ percent, until, amount }) => (
      <span key={until} className="muted block text-sm">
        {say('until {day} {price} ({percent} % off, by bank transfer)', {
          day: writtenDay(until),
          price: money(amount),
          percent,
        })}
      </span>
    ));
}
