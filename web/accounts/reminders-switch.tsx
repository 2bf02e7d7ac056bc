import { useFirmReminders, useHoldReminders } from '#web/queries/money/accounts.ts';
import type { SessionUser } from '#web/session/user.ts';

/** Whether a firm is reminded of what is overdue, and the switch for it. */
export function RemindersSwitch({ user, firmId }: { user: SessionUser; firmId: string }) {
  const { data } = useFirmReminders(user, firmId);
  const hold = useHoldReminders(user, firmId);
  if (!data) return null;
  const isHeld = hold.isPending ? hold.variables : data.held;
  return (
    <p className="mt-4">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="toggle"
          checked={!isHeld}
          disabled={hold.isPending}
          onChange={({ target }) => hold.mutate(!target.checked)}
        />
        Remind this firm of what is overdue
      </label>
      {hold.error && (
        <span role="alert" className="text-error">
          {hold.error.message}
        </span>
      )}
    </p>
  );
}
