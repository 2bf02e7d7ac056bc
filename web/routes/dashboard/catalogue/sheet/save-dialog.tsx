import type { DryRun } from '#contract/catalogue/imports.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useImportStep } from '#web/queries/catalogue/imports.ts';
import { ChangesTable } from '#web/routes/dashboard/catalogue/import/import-tables.tsx';
import { counted } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

interface Props {
  found: DryRun;
  onWritten: () => void;
  onClose: () => void;
}

/** What a save will change, before it does. */
export function SaveDialog({ found: { _id, changed, rows }, onWritten, onClose }: Props) {
  const { mutateAsync, isPending, error } = useImportStep();
  const write = async () => {
    const done = await mutateAsync({ id: _id, step: 'commit' }).catch(() => null);
    if (!done) return;
    toast.success(
      done.state === 'running'
        ? 'The products are being changed. See Import Products for progress.'
        : `Changed ${counted(changed, 'product')}. You can undo this under Import Products.`,
    );
    onWritten();
  };
  return (
    <Dialog
      title={`Change ${counted(changed, 'product')}?`}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <FormProblem message={error?.message} className="mr-auto" />
          <button type="button" className="btn" onClick={onClose}>
            Keep editing
          </button>
          <button type="button" className="btn btn-primary" disabled={isPending} onClick={() => void write()}>
            {isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            <span>Save</span>
          </button>
        </>
      }
    >
      <ChangesTable rows={rows} total={changed} />
    </Dialog>
  );
}
