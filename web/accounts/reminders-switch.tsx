import { FormProblem } from '#web/forms/form-problem.tsx';
import { useFirmReminders, useHoldReminders } from '#web/queries/money/accounts.ts';
import type { SessionUser } from '#web/session/user.ts';

/** Whether a firm is reminded of what is overdue, and the button that stops it or lets it go on. */
export function RemindersSwitch({ user, firmId }: { user: SessionUser; firmId: string }) {
  const { data } = useFirmReminders(user, firmId);
  const hold = useHoldReminders(firmId);
  if (!data) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p role="status">
        {data.held ? 'This firm is reminded of nothing.' : 'This firm is reminded of what is overdue.'}
      </p>
      <button type="button" className="btn btn-sm" disabled={hold.isPending} onClick={() => hold.mutate(!data.held)}>
        {data.held ? 'Remind this firm again' : 'Stop all reminders'}
      </button>
      <FormProblem message={hold.error?.message} />
    </div>
  );
}
