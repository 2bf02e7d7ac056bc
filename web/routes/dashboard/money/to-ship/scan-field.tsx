import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useAction } from '#web/forms/use-action.ts';
import { scanned } from '#web/queries/money/scanned.ts';
import { withParameter } from '#web/routes/dashboard/search-field.tsx';

/**
 * A code, typed or read by a scanner, which ends it with Enter. The number of a slip or of a delivery note takes its order up; a product's
 * leaves the orders in the list that it is still to be packed for.
 */
export function ScanField({ onFound }: { onFound: (order: StaffOrder) => void }) {
  const [, setSearch] = useSearchParams();
  const scan = useAction();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get('code')).trim();
    if (code === '') return;
    const isDone = await scan.run(async () => {
      const found = await scanned(code).catch((error: unknown) => {
        throw error instanceof ApiError && error.code === 'TOOL_NOT_FOUND' ? new Error(whereNothingIs(code)) : error;
      });
      if ('order' in found) return take(found.order, onFound);
      const { sku, tool } = found.tool;
      setSearch((earlier) => withParameter(earlier, 'q', sku ?? tool), { replace: true, preventScrollReset: true });
    });
    if (isDone) form.reset();
  };
  return (
    <form noValidate className="fieldset w-full max-w-md" onSubmit={(event) => void submit(event)}>
      <label className="contents">
        <span className="label text-base-content">Order, delivery note, SKU or bar code, typed or scanned</span>
        <input name="code" autoComplete="off" maxLength={64} className="input input-lg w-full" />
      </label>
      <div role="status" className="min-h-5">
        {scan.problem && <p className="text-error">{scan.problem.message}</p>}
      </div>
    </form>
  );
}

function whereNothingIs(code: string): string {
  return /^\d{1,12}$/.test(code)
    ? `There is no order ${code}, and no product with that code.`
    : `Nothing has the code ${code}.`;
}

/** @throws Error saying why it does not leave */
function take(order: StaffOrder, onFound: (order: StaffOrder) => void): void {
  const { number, state, fulfilment, onAccount } = order;
  if (state !== 'paid' && !(state === 'open' && onAccount)) throw new Error(`Order ${number} is not paid.`);
  if (fulfilment === 'all') throw new Error(`Order ${number} is already shipped.`);
  onFound(order);
}
