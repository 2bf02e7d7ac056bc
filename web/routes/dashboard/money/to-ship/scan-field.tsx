import { type FormEvent, useState } from 'react';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { orderOfNumber } from '#web/queries/buying/order-of-number.ts';

/** The number of a slip, typed or read by a scanner, which ends it with Enter: the order that it is of is taken up. */
export function ScanField({ onFound }: { onFound: (order: StaffOrder) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const number = String(new FormData(form).get('number')).trim();
    if (number === '') return;
    try {
      const order = /^\d{1,12}$/.test(number) ? await orderOfNumber(number) : null;
      const why = order === null ? `There is no order ${number}.` : whyNot(order);
      setProblem(why);
      if (order === null || why !== null) return;
      form.reset();
      onFound(order);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The order could not be found.');
    }
  };
  return (
    <form noValidate className="fieldset w-full max-w-xs" onSubmit={(event) => void submit(event)}>
      <label className="contents">
        <span className="label text-base-content">Order number, typed or scanned</span>
        <input name="number" inputMode="numeric" autoComplete="off" maxLength={40} className="input w-full" />
      </label>
      <div role="status" className="min-h-5">
        {problem && <p className="text-error">{problem}</p>}
      </div>
    </form>
  );
}

function whyNot({ number, state, fulfilment }: StaffOrder): string | null {
  if (state !== 'paid') return `Order ${number} is not paid.`;
  return fulfilment === 'all' ? `Order ${number} is already shipped.` : null;
}
