import type { Backup, Backups } from '#contract/office/opening.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useBackups } from '#web/queries/office/opening.ts';
import { useChange } from '#web/queries/changes.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { counted, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';

export const meta = metaOf({ title: 'Backups', description: 'When backups were made, and how one is brought back.' });

export default function BackupsPage() {
  return (
    <RequirePermission permission="users">
      <BackupList />
    </RequirePermission>
  );
}

function BackupList() {
  const { data, error } = useBackups();
  const making = useChange('POST /backup');
  if (!data) return <NotShown what="the backups" error={error} />;
  const make = () =>
    making.mutate({}, { onSuccess: ({ readable }) => readable && toast.success('Backup made and read back') });
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Backups</h2>
        <button
          type="button"
          className="btn btn-sm btn-primary"
          aria-disabled={making.isPending || undefined}
          onClick={() => !making.isPending && make()}
        >
          {making.isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>{making.isPending ? 'Making a backup' : 'Make a backup now'}</span>
        </button>
      </div>
      <p className="muted mb-4 max-w-prose">
        A backup holds everything: orders, invoices, people, products, settings and uploaded pictures. The shop stays
        open while it is made. {often(data)}
      </p>
      <FormProblem message={making.error?.message} className="mb-4" />
      <DataTable
        label="Backups"
        columns={COLUMNS}
        rows={data.backups}
        keyOf={({ name }) => name}
        empty={<p>There is no backup yet.</p>}
      />
      <HowToRestore place={data.place} newest={data.backups[0]} />
    </>
  );
}

function often({ everyHours, keep }: Backups): string {
  const kept = `The newest ${pieces(keep)} are kept.`;
  return everyHours === null
    ? `It is only made when you press the button. ${kept}`
    : `One is made every ${counted(everyHours, 'hour')} by itself. ${kept}`;
}

const COLUMNS: Column<Backup>[] = [
  { title: 'Made', names: true, cell: ({ madeAt }) => moment(madeAt) },
  { title: 'Size', kind: 'number', cell: ({ size }) => sizeWords(size) },
  {
    title: 'Read back',
    cell: ({ readable, rows }) =>
      readable === null ? (
        <span className="muted">Not tried</span>
      ) : readable ? (
        `Yes, ${counted(rows ?? 0, 'row')}`
      ) : (
        <span className="badge badge-error">Could not be read</span>
      ),
  },
  { title: 'File', cell: ({ name }) => <span className="text-sm break-all">{name}</span> },
];

/** 1,234 KB, 5.6 MB. */
function sizeWords(bytes: number): string {
  if (bytes < 1_000_000) return `${pieces(Math.max(1, Math.round(bytes / 1000)))} KB`;
  return `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

function HowToRestore({ place, newest }: { place: string; newest: Backup | undefined }) {
  const file = newest ? newest.name : 'the file';
  return (
    <section className="mt-8 max-w-prose" aria-labelledby="how-to-restore">
      <h3 id="how-to-restore" className="text-lg font-semibold">
        Where they are, and how one is brought back
      </h3>
      <p className="mt-2">
        The files are in <code className="break-all">{place}</code>, on the computer that the shop runs on. Have whoever
        runs it copy them to another place now and then: a backup beside the shop is lost with it. Whoever has such a
        file can read all that is in it, so keep it as safe as your books.
      </p>
      <p className="mt-2">To bring one back, whoever runs the server</p>
      <ol className="mt-1 list-decimal space-y-1 pl-5">
        <li>stops the shop and gives it an empty database: another DATA_DIR, or another DATABASE_URL;</li>
        <li>
          runs <code className="break-all">npm run shop -- restore {file}</code> with the same version of the shop;
        </li>
        <li>enters the last invoice that went out, which the command asks for, and starts the shop.</li>
      </ol>
    </section>
  );
}
