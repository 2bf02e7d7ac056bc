import { useState } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { useSource } from '#web/api/use-source.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { setStockAlert, stockAlertOf } from '#web/queries/buying/stock-alerts.ts';
import type { SessionUser } from '#web/session/user.ts';
import { say } from '#web/saying/say.ts';

/** Asks for one e-mail when the tool can be ordered again, and cancels it. */
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
        {waiting ? say('Cancel the alert') : say('Tell me when it is back in stock')}
      </button>
      <p role="status" className="mt-2 text-sm">
        {waiting ? say('We will send one e-mail to {email} when it can be ordered again.', { email: user.email }) : ''}
      </p>
      <FormProblem message={action.problem?.message} className="mt-2" />
    </div>
  );
}
