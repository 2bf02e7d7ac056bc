import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CellProblem, DryRun } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { useAction } from '#web/forms/use-action.ts';
import { sendSheet } from '#web/queries/catalogue/imports.ts';
import { useManagedTools } from '#web/queries/catalogue/manage-tools.ts';
import { LeaveQuestion } from '#web/routes/dashboard/leave-question.tsx';
import { rowsOf } from '#web/routes/dashboard/paged-table.tsx';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { SearchField } from '#web/routes/dashboard/search-field.tsx';
import { counted, pieces } from '#web/shell/format.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { Grid } from './grid.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { countEdits, filledDown, rangeOf, sheetOf } from './sheet-edits.ts';
import { type Action, useSheet } from './use-sheet.ts';
import './sheet.css';

export const meta = metaOf({
  title: 'Products as a Sheet',
  description: 'Edit prices, stock and more of many products at once.',
});

export default function SheetPage() {
  return (
    <RequirePermission permission="tools.write">
      <h2 className="mb-4 text-xl font-semibold">Products as a Sheet</h2>
      <Sheet />
    </RequirePermission>
  );
}

/** What an answer said of cells, with the tools of its rows. */
interface Problems {
  tools: readonly Tool[];
  errors: readonly CellProblem[];
}

function Sheet() {
  const [search] = useSearchParams();
  const query = useManagedTools({ q: search.get('q') ?? undefined });
  const [state, act] = useSheet();
  const [problems, setProblems] = useState<Problems>({ tools: [], errors: [] });
  const [found, setFound] = useState<DryRun | null>(null);
  const action = useAction();
  const tools = rowsOf(query);
  const { edits } = state;
  const edited = countEdits(edits);

  const check = () =>
    action.run(async () => {
      const sheet = sheetOf(edits);
      setProblems({ tools: [], errors: [] });
      const file = new Blob([sheet.csv], { type: 'text/csv' });
      const answer = await sendSheet('Products as a sheet', file);
      if (answer.errorCount > 0) setProblems({ tools: sheet.tools, errors: answer.errors });
      else if (answer.changed === 0) {
        toast.info('There is nothing to change.');
        act({ do: 'forget' });
      } else setFound(answer);
    });

  // The headings are the first row of what is sent.
  const toolAt = ({ row }: CellProblem) => problems.tools[row - 2];
  const problemOf = (toolId: string, column: string) =>
    problems.errors.find((each) => each.column === column && toolAt(each)?._id === toolId)?.message;
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  if (!data && error) return <QueryProblem heading="h2" title="The products cannot be shown" message={error.message} />;
  if (!data) return <LoadingScreen />;
  const total = data.pages[0]?.total ?? 0;
  const { past, future, anchor, at } = state;
  const down: Action = { do: 'put', puts: filledDown(tools, edits, rangeOf(anchor, at)) };
  const actions: [words: string, disabled: boolean, action: Action][] = [
    ['Undo', past.length === 0, { do: 'undo' }],
    ['Redo', future.length === 0, { do: 'redo' }],
    ['Fill down', anchor.row === at.row, down],
  ];
  return (
    <>
      <LeaveQuestion changed={edited > 0} />
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <SearchField label="Name, SKU or category" />
        <div role="toolbar" aria-label="Sheet" className="flex flex-wrap gap-2">
          {actions.map(([words, disabled, action]) => (
            <button key={words} type="button" className="btn btn-sm" disabled={disabled} onClick={() => act(action)}>
              {words}
            </button>
          ))}
          <button
            type="button"
            className="btn btn-sm btn-primary"
            disabled={edited === 0 || action.busy}
            onClick={() => void check()}
          >
            {action.busy && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
            <span>Save {edited > 0 ? counted(edited, 'cell') : ''} …</span>
          </button>
        </div>
      </div>
      <p className="muted mb-2 text-sm">
        Click a cell twice, or type over it. Copy and paste work with any spreadsheet; Shift and the arrow keys select
        several cells, Ctrl+D fills them down. You see all changes before anything is saved.
      </p>
      {action.problem && (
        <p role="alert" className="text-error mb-2">
          {action.problem.message} What you typed is still here.
        </p>
      )}
      {problems.errors.length > 0 && (
        <div role="alert" className="text-error mb-2">
          <p>Nothing was changed:</p>
          <ul className="list-disc pl-5">
            {problems.errors.slice(0, 10).map((each) => (
              <li key={`${each.row} ${each.column} ${each.message}`}>
                {toolAt(each)?.name ?? 'A row'}, {each.column || 'whole row'}: {each.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p role="status" className="muted mb-2 text-sm">
        {tools.length < total ? `${pieces(tools.length)} of ${counted(total, 'product')}` : counted(total, 'product')}
      </p>
      {tools.length > 0 && <Grid tools={tools} state={state} act={act} problemOf={problemOf} />}
      {hasNextPage && (
        <button type="button" className="btn mt-4" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
      {found && (
        <SaveDialog
          found={found}
          onWritten={() => {
            setFound(null);
            act({ do: 'forget' });
          }}
          onClose={() => setFound(null)}
        />
      )}
    </>
  );
}
