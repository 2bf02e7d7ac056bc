import { useEffect, useRef } from 'react';
import { writtenDay } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { CreditLeft } from '#contract/money/account.ts';
import { useSource } from '#web/api/use-source.ts';
import { creditLeftOf } from '#web/queries/buying/own-companies.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { money } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

export type Pay = 'first' | 'account';

interface Props {
  user: SessionUser;
  company: BuyingFor;
  /** What the order comes to, once it is known. */
  price: number | null;
  /** Whether the user may exceed the company's credit limit. */
  mayOverrule?: boolean;
  value: Pay;
  /** Its newest order: where that was on account this one begins so, if it may be. */
  last?: Pick<Order, 'onAccount'> | null | undefined;
  onChange: (pay: Pay) => void;
}

/** Whether a company pays first or on account; nothing where it has no payment terms. */
export function PayField({ user, company, price, mayOverrule = false, value, last, onChange }: Props) {
  const credit = useSource(creditLeftOf(user, company.id));
  const begun = useRef<string>(null);
  useEffect(() => {
    if (!credit || !last || price === null || begun.current === company.id) return;
    begun.current = company.id;
    if (last.onAccount && credit.dueAt !== null && problemOf(credit, price) === null) onChange('account');
  }, [credit, last, price, company.id, onChange]);
  if (!credit || credit.dueAt === null) return null;
  const problem = problemOf(credit, price);
  return (
    <fieldset className="mt-4 grid gap-2 sm:grid-cols-2">
      <legend className="mb-2 font-medium">{say('How to pay')}</legend>
      <Way name={say('Card or bank transfer, now')} checked={value === 'first'} onChoose={() => onChange('first')} />
      <Way
        name={onAccountWords(credit)}
        checked={value === 'account'}
        disabled={problem !== null && value !== 'account' && !mayOverrule}
        onChoose={() => onChange('account')}
      />
      <p className={problem === null ? 'muted text-sm sm:col-span-2' : 'text-warning-content text-sm sm:col-span-2'}>
        {problem ??
          (credit.available === null ? '' : say('{price} of the limit is left.', { price: money(credit.available) }))}
      </p>
    </fieldset>
  );
}

function onAccountWords({ invoicing, termsDays, dueAt }: CreditLeft): string {
  if (invoicing === 'delivery' && termsDays !== null)
    return termsDays === 0
      ? say('On account, due with each delivery')
      : say('On account, due {termsDays, plural, one {# day} other {# days}} after each delivery', { termsDays });
  return dueAt === null ? say('On account') : say('On account, due {day}', { day: writtenDay(dueAt) });
}

function problemOf({ refusal, available }: CreditLeft, price: number | null): string | null {
  if (refusal === 'ACCOUNT_OVERDUE')
    return say('The company has long-overdue invoices, so it cannot order on account.');
  if (refusal !== null) return say('You cannot order on account at the moment.');
  if (available !== null && price !== null && price > available)
    return say('Only {price} of the limit is left: this order has to be paid now.', { price: money(available) });
  return null;
}

interface WayProps {
  name: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
}

function Way({ name, checked, disabled = false, onChoose }: WayProps) {
  return (
    <label className="border-base-300 rounded-field flex min-h-11 items-center gap-3 border px-4 py-2">
      <input
        type="radio"
        name="pay"
        className="radio radio-sm"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      {name}
    </label>
  );
}
