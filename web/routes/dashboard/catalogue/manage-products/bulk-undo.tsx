import type { DryRun } from '#contract/catalogue/imports.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useImportStep } from '#web/queries/catalogue/imports.ts';
import { counted } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { toast } from '#web/shell/toasts.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** What was changed in several products, with a button to undo it. */
export function BulkUndo({ found: { _id, changed }, onClose }: { found: DryRun; onClose: () => void }) {
  const { mutateAsync, isPending, error } = useImportStep();
  const undo = async () => {
    const done = await mutateAsync({ id: _id, step: 'undo' }).catch(() => null);
    if (!done) return;
    toast.success(done.state === 'running' ? 'The change is being undone.' : 'The change was undone.');
    onClose();
  };
  return (
    <Dialog
      title={`Changed ${counted(changed, 'product')}`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn btn-outline" disabled={isPending} onClick={() => void undo()}>
            {isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            <span>Undo</span>
          </button>
          <button type="button" className="btn btn-primary" onClick={onClose}>
            Done
          </button>
        </>
      }
    >
      <p>
        You can undo it here, and for 90 days under{' '}
        <TextLink to={`/dashboard/import?id=${encodeURIComponent(_id)}`}>Import Products</TextLink>.
      </p>
      <FormProblem message={error?.message} className="mt-2" />
    </Dialog>
  );
}
