import type { TaughtHeading } from '#contract/catalogue/imports.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { moment } from '#web/shell/moment.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Part } from '#web/ui/part.tsx';
import { columnWord } from './column-words.ts';

/** What the shop was taught that headings of sheets mean; each can be forgotten. */
export function TaughtTable() {
  const { data, error } = usePersonal(['taught-headings'], 'GET /taught-headings', {});
  const action = useAction();
  const forget = (heading: string) =>
    void action.run(() => userChange('DELETE /taught-heading/:heading', { params: { heading } }));
  return (
    <Part id="taught" title="Remembered headings" className="mt-10">
      <p className="muted mb-4 max-w-prose">
        Case, spaces and punctuation do not count. Once you forget one, sheets that contain it ask again what it means.
      </p>
      <FormProblem message={action.problem?.message} className="mb-3" />
      {error ? (
        <p role="alert">{error.message}</p>
      ) : (
        <DataTable
          label="Remembered headings"
          columns={columns(action.busy ? null : forget)}
          rows={data}
          keyOf={({ heading }) => heading}
          empty={
            <p>
              None yet. When a sheet has an unknown heading, you are asked what it means, and your answer can be
              remembered.
            </p>
          }
        />
      )}
    </Part>
  );
}

function columns(onForget: ((heading: string) => void) | null): Column<TaughtHeading>[] {
  return [
    {
      title: 'Heading',
      names: true,
      cell: ({ heading }) => <span className="break-all">{heading}</span>,
    },
    { title: 'Means', cell: ({ column }) => (column === '' ? 'Left out' : columnWord(column)) },
    { title: 'Since', kind: 'tight', cell: ({ taughtAt }) => moment(taughtAt) },
    {
      title: 'Forget',
      kind: 'tight',
      cell: ({ heading }) => (
        <RowButton disabled={onForget === null} onClick={() => onForget?.(heading)}>
          Forget
        </RowButton>
      ),
    },
  ];
}
