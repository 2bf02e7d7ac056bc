import { useState } from 'react';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useAttributes, useChangeAttributes } from '#web/queries/catalogue/attributes.ts';
import { useMay } from '#web/queries/people/role.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { AttributeDialog } from './attribute-dialog.tsx';
import { MissingTable } from './missing-table.tsx';

export const meta = metaOf({ title: 'Attributes', description: 'What describes tools, and how buyers filter them.' });

export default function AttributesPage() {
  return (
    <RequirePermission permission="tools.read">
      <List />
    </RequirePermission>
  );
}

const KINDS = { choice: 'Choice', number: 'Number', flag: 'Yes or no' };

/** The attributes of tools, in the order in which buyers see them. */
function List() {
  const mayChange = useMay()('tools.write');
  const { data: attributes, error } = useAttributes();
  const change = useChangeAttributes();
  const action = useAction();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  if (error && !attributes)
    return <QueryProblem heading="h2" title="The attributes cannot be shown" message={error.message} />;
  const list = attributes ?? [];
  const put = (next: Attribute[]) => action.run(() => change.mutateAsync(next));
  const move = (from: number, to: number) => {
    const next = [...list];
    next.splice(to, 0, ...next.splice(from, 1));
    void put(next);
  };
  return (
    <>
      <section aria-busy={!attributes && !error}>
        <h2 className="mb-2 text-xl font-semibold">Attributes</h2>
        <p className="muted mb-4 max-w-prose">
          Size, material, standard: what describes a tool. Those used as filters appear beside the list of products, in
          this order. Set a tool’s values under Manage Products or in sheets, which have a column for each attribute.
        </p>
        <FormProblem message={action.problem?.message} className="mb-3" />
        <DataTable
          label="Attributes"
          columns={columns(list, mayChange ? { onEdit: setEdited, move, isMoving: action.busy } : null)}
          rows={attributes}
          keyOf={({ key }) => key}
          empty={<p>There are no attributes yet: tools are found by category, price and words.</p>}
          tools={
            mayChange && (
              <button type="button" className="btn btn-primary" onClick={() => setEdited('new')}>
                Add an attribute
              </button>
            )
          }
        />
        {edited !== null && (
          <AttributeDialog list={list} at={edited === 'new' ? list.length : edited} onClose={() => setEdited(null)} />
        )}
      </section>
      {/* Shown before, it would be pushed down by the rows above. */}
      {attributes && <MissingTable />}
    </>
  );
}

interface Changes {
  onEdit: (at: number) => void;
  move: (from: number, to: number) => void;
  /** Whether a move is on its way: the next one would begin from a list that is over. */
  isMoving: boolean;
}

function columns(list: readonly Attribute[], changes: Changes | null): Column<Attribute>[] {
  const placeOf = (attribute: Attribute) => list.indexOf(attribute);
  return [
    {
      title: 'Name',
      names: true,
      cell: ({ name, key }) => (
        <>
          {name} <code className="muted text-sm">{key}</code>
        </>
      ),
    },
    {
      title: 'Kind',
      cell: ({ kind, unit }) => (unit === null ? KINDS[kind] : `${KINDS[kind]} in ${unit}`),
    },
    { title: 'Filter', cell: ({ isFacet }) => (isFacet ? 'Shown' : 'Not shown') },
    ...(changes === null
      ? []
      : [
          {
            title: 'Change',
            kind: 'tight' as const,
            cell: (attribute: Attribute) => {
              const at = placeOf(attribute);
              const moving = (to: number) => {
                const isEnd = to < 0 || to >= list.length;
                const isOver = isEnd || changes.isMoving;
                // Disabled it would lose the focus.
                return {
                  className: isEnd ? 'btn-disabled' : '',
                  'aria-disabled': isOver || undefined,
                  onClick: () => !isOver && changes.move(at, to),
                };
              };
              return (
                <span className="flex flex-wrap gap-2">
                  <RowButton onClick={() => changes.onEdit(at)}>Change</RowButton>
                  <RowButton {...moving(at - 1)}>Up</RowButton>
                  <RowButton {...moving(at + 1)}>Down</RowButton>
                </span>
              );
            },
          },
        ]),
  ];
}
