import type { CellProblem, Import, PreviewRow } from '#contract/catalogue/imports.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable, type DataTableProps } from '#web/ui/data-table/data-table.tsx';
import { cellText } from './cell-text.ts';
import { columnWord } from './column-words.ts';

interface FoundProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rows' | 'keyOf'> {
  title: string;
  /** Said where not all are shown. */
  partly: string | false;
}

/** What an import found, under its title. */
function FoundTable<Row>({ title, partly, ...table }: FoundProps<Row>) {
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-lg font-semibold">{title}</h3>
      <DataTable {...table} label={title} empty={null} tools={partly && <p className="muted text-sm">{partly}</p>} />
    </section>
  );
}

const CHANGES: Column<PreviewRow>[] = [
  { title: 'Row', kind: 'number', cell: ({ row }) => row },
  { title: 'Product', names: true, cell: ({ name }) => name },
  { title: 'Changes', cell: RowChanges },
];

function RowChanges({ action, cells }: PreviewRow) {
  return (
    <>
      {action === 'create' && <span className="badge badge-success badge-sm mb-1">New</span>}
      <ul className="grid gap-0.5">
        {cells.map(({ column, from, to }) => (
          <li key={column} className="break-words">
            <span className="muted">{columnWord(column)}:</span>{' '}
            {action === 'change' && (
              <>
                <del>{cellText(column, from)}</del> <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins className="font-medium no-underline">{cellText(column, to)}</ins>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What an import would change, cell by cell: the first of its rows. */
export function ChangesTable({ rows, total }: { rows: readonly PreviewRow[]; total: number }) {
  return (
    <FoundTable
      title="Changes"
      columns={CHANGES}
      rows={rows}
      keyOf={({ row }) => String(row)}
      partly={rows.length < total && `The first ${rows.length} of ${total.toLocaleString('en-US')} rows`}
    />
  );
}

type NumberedProblem = CellProblem & { place: number };

const PROBLEMS: Column<NumberedProblem>[] = [
  { title: 'Row', kind: 'number', cell: ({ row }) => row },
  { title: 'Column', cell: ({ column }) => columnWord(column) || '—' },
  { title: 'Problem', names: true, cell: ({ message }) => message },
];

/** Cells that something is to be said of: what changed meanwhile, or what an undo left. */
export function ProblemsTable({ title, problems }: { title: string; problems: readonly CellProblem[] }) {
  const rows = problems.map((problem, place) => ({ ...problem, place }));
  return (
    <FoundTable title={title} columns={PROBLEMS} rows={rows} keyOf={({ place }) => String(place)} partly={false} />
  );
}

type Group = Import['problems'][number];

const GROUPS: Column<Group>[] = [
  { title: 'Count', kind: 'number', cell: ({ count }) => count.toLocaleString('en-US') },
  {
    title: 'Rows',
    cell: ({ rows, count }) => rows.join(', ') + (rows.length < count ? ' …' : ''),
  },
  { title: 'Column', cell: ({ column }) => columnWord(column) || '—' },
  { title: 'Problem', names: true, cell: ({ message }) => message },
];

/** The errors of an import, equal ones as one with the first of their rows. @param total how many there are */
export function GroupsTable({ groups, total }: { groups: readonly Group[]; total: number }) {
  const shown = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <FoundTable
      title="Errors"
      columns={GROUPS}
      rows={groups}
      keyOf={({ column, message }) => `${column} ${message}`}
      partly={shown < total && `${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
    />
  );
}
