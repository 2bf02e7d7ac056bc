import type { PriceList } from '#contract/catalogue/price-lists.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { exportPriceList } from '#web/queries/money/exports.ts';
import { saveFile } from '#web/shell/save-file.ts';

/** Saves the prices of a list as a sheet, which can be changed and imported below. */
export function ExportPrices({ list }: { list: PriceList }) {
  const { busy, problem, run } = useAction();
  const save = (format: 'csv' | 'xlsx') => run(async () => saveFile(await exportPriceList(list._id, format)));
  return (
    <div className="mb-4">
      <p className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-sm btn-outline" disabled={busy} onClick={() => void save('csv')}>
          Export as CSV
        </button>
        <button type="button" className="btn btn-sm btn-outline" disabled={busy} onClick={() => void save('xlsx')}>
          Export as Excel
        </button>
      </p>
      <FormProblem message={problem?.message} className="mt-2" />
    </div>
  );
}
