import { useState } from 'react';
import type { Import } from '#contract/catalogue/imports.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { type ColumnAnswers, useImport, useImportStep } from '#web/queries/catalogue/imports.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { counted, pieces } from '#web/shell/format.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { moment } from '#web/shell/moment.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { columnWord } from './column-words.ts';
import { ColumnsForm, NewAttributes } from './columns-form.tsx';
import { LeftOut } from './left-out.tsx';
import { ChangesTable, GroupsTable, ProblemsTable } from './import-tables.tsx';

/** What the server says of a heading that nobody knows, before all columns that there are. */
const ASKED = 'There is no column with this name. Known columns';

/** One import: what it would do or did, and what can be done with it now. */
export function ImportView({
  id,
  readAgain,
}: {
  id: string;
  readAgain: ((said: ColumnAnswers) => Promise<void>) | undefined;
}) {
  const { data, error } = useImport(id);
  if (!data && error) return <QueryProblem heading="h2" title="This import cannot be shown" message={error.message} />;
  if (!data) return <LoadingScreen />;
  // What a heading means is asked in the form: no error to be mended in the sheet, unless more is said of it.
  const isAsked = ({ message }: Import['problems'][number]) => message.startsWith(ASKED);
  const asked = data.problems.filter(isAsked).length;
  const problems = data.problems.filter((problem) => !isAsked(problem));
  return (
    <section aria-labelledby="this-import" className="rounded-box border-base-300 mb-8 border p-4">
      <h3 id="this-import" className="text-lg font-semibold break-words">
        {data.fileName || 'A sheet'}
      </h3>
      <p className="muted text-sm">
        {moment(data.createdAt)}, {data.actor}
      </p>
      <p className="mt-3">
        {counted(data.created, data.priceList === null ? 'new product' : 'new price')}, {pieces(data.changed)} changed,{' '}
        {pieces(data.unchanged)} unchanged
        {data.errorCount > 0 && <strong className="text-error">, {counted(data.errorCount, 'error')}</strong>}
      </p>
      {data.headingRow > 1 && <p className="muted text-sm">The headings are in row {data.headingRow}.</p>}
      <NewAttributes made={data.attributes} />
      <Progress {...data} />
      <Step {...data} />
      {data.problem && data.problem.issues.length > 0 && (
        <ProblemsTable title="Changed in the meantime" problems={data.problem.issues} />
      )}
      {data.kept.length > 0 && <ProblemsTable title="Not undone" problems={data.kept} />}
      {data.step === 'checked' && data.columns.length > 0 && (
        <ColumnsForm
          columns={data.columns}
          made={data.attributes}
          takesAttributes={data.priceList === null}
          readAgain={readAgain}
        />
      )}
      {data.missing.length > 0 && (
        <p className="mt-3">
          New products without these get a placeholder that you can replace:{' '}
          {data.missing.map(({ column, count }) => `${columnWord(column)} (${pieces(count)})`).join(', ')}.
        </p>
      )}
      {data.problems.length > 0 && data.rows + data.unchanged > 0 && <LeftOut id={data._id} />}
      {problems.length > 0 && <GroupsTable groups={problems} total={data.errorCount - asked} />}
      {data.preview.length > 0 && <ChangesTable rows={data.preview} total={data.rows} />}
    </section>
  );
}

const DOING = {
  checking: 'Checking the sheet',
  committing: 'Importing',
  reverting: 'Undoing',
  undoing: 'Undoing',
};

function Progress({ state, step, done, rows }: Import) {
  if (state !== 'running') return null;
  const doing = step in DOING ? DOING[step as keyof typeof DOING] : 'Working';
  return (
    <div className="mt-4">
      <progress className="progress progress-primary w-full" max={Math.max(1, rows)} value={done} aria-label={doing} />
      <p role="status">
        {doing}: {pieces(done)} of {counted(rows, 'row')}. You can leave this page; it continues.
      </p>
    </div>
  );
}

/** What can be done about errors: to mend them, or to write the other rows. */
function InError({
  rows,
  columns,
  busy,
  onLeaveOut,
}: Pick<Import, 'rows' | 'columns'> & { busy: boolean; onLeaveOut: () => void }) {
  const isAsked = columns.some(({ column }) => column === null);
  return (
    <>
      <p className="mt-3">
        {isAsked
          ? 'Nothing was changed. Say below what the headings mean, then read the sheet again.'
          : 'Nothing was changed. Fix the cells below in the spreadsheet and choose the file again.'}
      </p>
      {rows > 0 && (
        <button
          type="button"
          className="btn btn-outline mt-4 h-auto min-h-10 py-2"
          disabled={busy}
          onClick={onLeaveOut}
        >
          {`Leave out the rows with errors and import ${counted(rows, 'row')}`}
        </button>
      )}
    </>
  );
}

/** What the import is at, and its one button. */
function Step({ _id, step, rows, columns, errorCount, problem, undoneAt, committedAt }: Import) {
  const { mutateAsync, isPending, error } = useImportStep();
  const [asking, setAsking] = useState(false);
  const run = async (which: 'commit' | 'undo') => {
    const answer = await mutateAsync({ id: _id, step: which, leaveOut: errorCount > 0 }).catch(() => null);
    setAsking(false);
    if (answer?.state === 'done') toast.success(which === 'commit' ? 'Import complete.' : 'Import undone.');
  };
  const say = error?.message ?? problem?.message;
  return (
    <>
      <FormProblem message={say} className="mt-3" />
      {step === 'checked' && errorCount > 0 && (
        <InError rows={problem ? 0 : rows} columns={columns} busy={isPending} onLeaveOut={() => void run('commit')} />
      )}
      {step === 'checked' && errorCount === 0 && rows === 0 && <p className="mt-3">There is nothing to change.</p>}
      {step === 'checked' && errorCount === 0 && rows > 0 && !problem && (
        <button type="button" className="btn btn-primary mt-4" disabled={isPending} onClick={() => void run('commit')}>
          {isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>Import {counted(rows, 'row')}</span>
        </button>
      )}
      {step === 'committed' && (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <p>Imported {committedAt && moment(committedAt)}.</p>
          <button type="button" className="btn btn-outline" disabled={isPending} onClick={() => setAsking(true)}>
            Undo this import
          </button>
        </div>
      )}
      {undoneAt && <p className="mt-3">Undone {moment(undoneAt)}.</p>}
      {asking && (
        <ConfirmDialog
          action="Undo"
          busy={isPending}
          onConfirm={() => void run('undo')}
          onClose={() => setAsking(false)}
        >
          Every cell in {counted(rows, 'row')} that this import changed goes back to what it was, unless someone has
          changed it since. Such cells are listed afterwards. Sales are not affected.
        </ConfirmDialog>
      )}
    </>
  );
}
