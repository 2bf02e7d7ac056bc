import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { leftOutRows } from '#web/queries/catalogue/imports.ts';
import { saveFile } from '#web/shell/save-file.ts';

/** Saves the rows in error as a sheet with the reasons, to be mended and sent again. */
export function LeftOut({ id }: { id: string }) {
  const { busy, problem, run } = useAction();
  const save = (format: 'csv' | 'xlsx') => run(async () => saveFile(await leftOutRows(id, format)));
  return (
    <div className="mt-4">
      <p className="mb-2">The rows with errors, each with the reason, to fix and send again:</p>
      <p className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-sm btn-outline" disabled={busy} onClick={() => void save('csv')}>
          Save as CSV
        </button>
        <button type="button" className="btn btn-sm btn-outline" disabled={busy} onClick={() => void save('xlsx')}>
          Save as Excel
        </button>
      </p>
      <FormProblem message={problem?.message} className="mt-2" />
    </div>
  );
}
