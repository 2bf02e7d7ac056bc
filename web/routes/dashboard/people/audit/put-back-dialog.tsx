import type { AuditEntry } from '#contract/people/audit.ts';
import { userChange } from '#web/queries/changes.ts';
import { moment } from '#web/shell/moment.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';
import { describeAction, fieldName } from './describe-action.ts';

/** Asks before a change is undone, and says which parts have been changed again since. */
export function PutBackDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const confirm = async () => {
    const { kept } = await userChange('POST /audit/:id/put-back', { params: { id: entry._id } });
    if (kept.length === 0) return 'Change undone';
    toast.info(`Undone, except what was changed again since: ${kept.map(fieldName).join(', ')}`);
    return null;
  };
  return (
    <ConfirmAndDo action="Undo" tone="plain" run={confirm} sorry="The change could not be undone." onClose={onClose}>
      <p>
        {entry.actor}, {moment(entry.createdAt)}: {describeAction(entry)}.
      </p>
      <p className="mt-2">This restores the previous values as a new change of yours. Stock stays as it is.</p>
    </ConfirmAndDo>
  );
}
