import type { CellProblem, Import, PreviewRow } from '#contract/catalogue/imports.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { cellText } from './cell-text.ts';

const CHANGES: Column<PreviewRow>[] = [
  { id: 'row', title: 'Row', kind: 'number', cell: ({ row }) => row },
  { id: 'name', title: 'Product', names: true, cell: ({ name }) => name },
  { id: 'what', title: 'What happens', cell: WhatHappens },
];

function WhatHappens({ action, cells }: PreviewRow) {
  return (
    <>
      {action === 'create' && <span className="badge badge-success badge-sm mb-1">New</span>}
      <ul className="grid gap-0.5">
        {cells.map(({ column, from, to }) => (
          <li key={column} className="break-words">
            <span className="muted">{column}:</span>{' '}
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
    <section className="mt-6">
      <h3 className="mb-2 text-lg font-semibold">What changes</h3>
      <DataTable
        label="What changes"
        columns={CHANGES}
        rows={rows}
        keyOf={({ row }) => String(row)}
        empty={null}
        tools={
          rows.length < total && (
            <p className="muted text-sm">
              The first {rows.length} of {total.toLocaleString('en-US')} rows
            </p>
          )
        }
      />
    </section>
  );
}

type Numbered = CellProblem & { place: number };

const PROBLEMS: Column<Numbered>[] = [
  { id: 'row', title: 'Row', kind: 'number', cell: ({ row }) => row },
  { id: 'column', title: 'Column', cell: ({ column }) => column || '—' },
  { id: 'message', title: 'What is wrong', names: true, cell: ({ message }) => message },
];

/** Cells that something is to be said of. @param what `What is wrong`, or what an undo left */
export function ProblemsTable({
  title,
  problems,
  total,
}: {
  title: string;
  problems: readonly CellProblem[];
  total: number;
}) {
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-lg font-semibold">{title}</h3>
      <DataTable
        label={title}
        columns={PROBLEMS}
        rows={problems.map((problem, place) => ({ ...problem, place }))}
        keyOf={({ place }) => String(place)}
        empty={null}
        tools={
          problems.length < total && (
            <p className="muted text-sm">
              The first {problems.length} of {total.toLocaleString('en-US')}
            </p>
          )
        }
      />
    </section>
  );
}

type Group = Import['problems'][number];

const GROUPS: Column<Group>[] = [
  { id: 'count', title: 'How often', kind: 'number', cell: ({ count }) => count.toLocaleString('en-US') },
  {
    id: 'rows',
    title: 'Rows',
    cell: ({ rows, count }) => rows.join(', ') + (rows.length < count ? ' …' : ''),
  },
  { id: 'column', title: 'Column', cell: ({ column }) => column || '—' },
  { id: 'message', title: 'What is wrong', names: true, cell: ({ message }) => message },
];

/** The errors of an import, equal ones as one with the first of their rows. @param total how many there are */
export function GroupsTable({ groups, total }: { groups: readonly Group[]; total: number }) {
  const shown = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-lg font-semibold">Errors</h3>
      <DataTable
        label="Errors"
        columns={GROUPS}
        rows={groups}
        keyOf={({ column, message }) => `${column} ${message}`}
        empty={null}
        tools={
          shown < total && (
            <p className="muted text-sm">
              {shown.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
            </p>
          )
        }
      />
    </section>
  );
}
