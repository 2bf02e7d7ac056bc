import { useState } from 'react';
import { useAction } from '#web/forms/use-action.ts';
import { findShelf } from '#web/queries/catalogue/stock-counts.ts';
import { useChange } from '#web/queries/changes.ts';
import { LeaveQuestion } from '#web/routes/dashboard/leave-question.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { counted as countedOf } from '#web/shell/format.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { AddCodes } from './add-codes.tsx';
import { type CountedLine, type Counting, differenceOf, toSend, withFound } from './counted-line.ts';
import { CountTable } from './count-table.tsx';
import { differenceText } from './difference-text.ts';

export const meta = metaOf({
  title: 'Count Stock',
  description: 'Count several products at once and correct their stock.',
});

export default function CountStockPage() {
  return (
    <RequirePermission permission="tools.stock">
      <h2 className="mb-4 text-xl font-semibold">Count Stock</h2>
      <Count />
    </RequirePermission>
  );
}

/** What is counted stands here until it is saved, all at once. */
function Count() {
  const [{ lines, missed, said }, setCounting] = useState<Counting>({ lines: [], missed: [], said: '' });
  const [asking, setAsking] = useState(false);
  const find = useAction();
  const save = useChange('POST /stock-count');
  const sent = toSend(lines);
  const different = lines.filter((line) => (differenceOf(line) ?? 0) !== 0);
  const setLines = (changed: readonly CountedLine[]) => setCounting((now) => ({ ...now, lines: changed, said: '' }));

  // Whoever scans does not wait: a second code is looked up beside the first, and each counts.
  const add = (codes: readonly string[], scanned: boolean) =>
    find.run(async () => {
      setCounting((now) => ({ ...now, missed: [], said: '' }));
      for (const each of codes) {
        try {
          const shelf = await findShelf(each);
          setCounting((now) => withFound(now, shelf, scanned));
        } catch (error) {
          const why = error instanceof Error ? error.message : 'It could not be looked up.';
          setCounting((now) => ({ ...now, missed: [...now.missed, `${each}: ${why}`] }));
        }
      }
    });
  const write = async () => {
    const body = { lines: sent };
    const done = await save.mutateAsync({ body }).catch(() => null);
    setAsking(false);
    if (!done) return;
    toast.success(
      `${countedOf(done.length, 'product')} counted, ${countedOf(different.length, 'difference')} recorded.`,
    );
    setLines(lines.filter((line) => differenceOf(line) === null));
  };

  return (
    <>
      <LeaveQuestion changed={sent.length > 0} />
      <AddCodes busy={find.busy} onAdd={add} />
      <p role="status" className={said === '' ? 'sr-only' : 'mb-4 font-semibold'}>
        {said}
      </p>
      {missed.length > 0 && (
        <div role="alert" className="text-error mb-4">
          <ul className="list-disc pl-5">
            {missed.map((each) => (
              <li key={each} className="break-words">
                {each}
              </li>
            ))}
          </ul>
        </div>
      )}
      {lines.length === 0 ? (
        <p className="muted">The list is empty. Add products, count them, and save them all at once.</p>
      ) : (
        <CountTable lines={lines} onChange={setLines} />
      )}
      {save.error && (
        <p role="alert" className="text-error mt-3">
          {problemText(save.error, lines)}
        </p>
      )}
      {lines.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <p role="status">
            {countedOf(sent.length, 'product')} of {lines.length} counted, {countedOf(different.length, 'difference')}
          </p>
          <button
            type="button"
            className="btn btn-primary"
            disabled={sent.length === 0 || save.isPending}
            onClick={() => setAsking(true)}
          >
            Save the count
          </button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          action="Save"
          tone="plain"
          busy={save.isPending}
          names={different.map(differenceText)}
          onConfirm={() => void write()}
          onClose={() => setAsking(false)}
        >
          {different.length === 0
            ? `All ${countedOf(sent.length, 'product')} are as expected: no stock changes.`
            : `The stock of ${countedOf(different.length, 'product')} will change by the difference. Anything sold in the meantime stays sold.`}
        </ConfirmDialog>
      )}
    </>
  );
}

/** What was refused, with the tool that it is about. */
function problemText(error: Error & { issues?: readonly { path: string }[] }, lines: readonly CountedLine[]): string {
  const at = /^lines\.(\d+)/.exec(error.issues?.[0]?.path ?? '')?.[1];
  const toolId = at === undefined ? undefined : toSend(lines)[Number(at)]?.toolId;
  const tool = lines.find((line) => line.toolId === toolId)?.tool;
  return tool === undefined ? error.message : `${tool}: ${error.message} Nothing was changed.`;
}
