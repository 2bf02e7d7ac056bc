import { useState } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { useSource } from '#web/api/use-source.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { setStockAlert, stockAlertOf } from '#web/queries/buying/stock-alerts.ts';
import type { SessionUser } from '#web/session/user.ts';

/** Asks for one letter when the tool can be ordered again, and takes the wish back. */
export function StockAlertButton({ tool, user }: { tool: Tool; user: SessionUser }) {
  const known = useSource(stockAlertOf(user, tool._id));
  const [chosen, setChosen] = useState<boolean | null>(null);
  const action = useAction();
  const waiting = chosen ?? known?.waiting ?? false;
  const change = () =>
    action.run(async () => {
      await setStockAlert(user, tool._id, !waiting);
      setChosen(!waiting);
    });
  return (
    <div className="mt-4">
      <button
        type="button"
        className={`btn btn-block min-h-11 ${waiting ? '' : 'btn-primary'}`}
        disabled={action.busy}
        onClick={() => void change()}
      >
        {waiting ? 'Do not write to me' : 'Tell me when it is back'}
      </button>
      <p role="status" className="mt-2 text-sm">
        {waiting ? `We write once to ${user.email} as soon as it can be ordered again.` : ''}
      </p>
      <FormProblem message={action.problem?.message} className="mt-2" />
    </div>
  );
}
