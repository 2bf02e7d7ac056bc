import { type FormEvent, useId, useState } from 'react';
import { SHEET_COLUMNS, type Import, type TakenColumns } from '#contract/catalogue/imports.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import type { ColumnAnswers } from '#web/queries/catalogue/imports.ts';

/** The headings that nobody knew, or that the shop was taught: each is left out, or taken for a field; then the sheet is read again. */
export function ColumnsForm({
  columns,
  readAgain,
}: {
  columns: Import['columns'];
  /** Undefined where the page no longer has the file. */
  readAgain: ((said: ColumnAnswers) => Promise<void>) | undefined;
}) {
  const id = useId();
  const [said, setSaid] = useState<Record<string, string>>({});
  const [remember, setRemember] = useState(true);
  const action = useAction();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const taken = columns.map(({ heading, column }) => [heading, said[heading] ?? column ?? '']);
    // The choices are those of the contract.
    if (readAgain) await action.run(() => readAgain({ columns: Object.fromEntries(taken) as TakenColumns, remember }));
  };
  return (
    <form className="mt-6" onSubmit={(event) => void send(event)} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="mb-2 text-lg font-semibold">
        Columns
      </h3>
      <p className="mb-3">Choose what these headings mean, or leave their columns out.</p>
      <div className="grid gap-3 md:grid-cols-2">
        {columns.map(({ heading, column }, place) => (
          <div key={heading}>
            <label htmlFor={`${id}-${place}`} className="mb-1 block font-medium break-words">
              {heading}
            </label>
            <select
              id={`${id}-${place}`}
              className="select w-full"
              value={said[heading] ?? column ?? ''}
              onChange={({ target }) => setSaid({ ...said, [heading]: target.value })}
            >
              <option value="">Leave out</option>
              {SHEET_COLUMNS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </div>
        ))}
      </div>
      <label className="mt-3 flex items-center gap-2">
        <input
          type="checkbox"
          className="checkbox"
          checked={remember}
          onChange={({ target }) => setRemember(target.checked)}
        />
        Remember this for all sheets of this shop
      </label>
      {readAgain ? (
        <button type="submit" className="btn btn-outline mt-3" disabled={action.busy}>
          {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>Read the sheet again</span>
        </button>
      ) : (
        <p className="mt-3">To read the sheet with other columns, choose the file again above.</p>
      )}
      <FormProblem message={action.problem?.message} className="mt-3" />
    </form>
  );
}
