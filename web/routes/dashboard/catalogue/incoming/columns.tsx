import type { Batch } from '#contract/catalogue/incoming.ts';
import { writtenDay } from '#contract/days.ts';
import { pieces } from '#web/shell/format.ts';
import { Sku } from '#web/shell/sku.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';

interface Actions {
  /** Today in the shop, YYYY-MM-DD. */
  today: string;
  onDo: (what: 'receive' | 'change' | 'cancel', batch: Batch) => void;
}

/** What the table of incoming goods shows. */
export function incomingColumns({ today, onDo }: Actions): Column<Batch>[] {
  return [
    { title: 'Expected', kind: 'tight', cell: (batch) => <Expected batch={batch} today={today} /> },
    {
      title: 'Product',
      names: true,
      cell: ({ tool, sku, note }) => (
        <span className="block min-w-0 break-words">
          {tool}
          <Sku sku={sku} />
          {note !== '' && <span className="muted block text-sm">{note}</span>}
        </span>
      ),
    },
    { title: 'Announced', kind: 'number', cell: ({ quantity }) => pieces(quantity) },
    { title: 'Received', kind: 'number', cell: ({ received }) => pieces(received) },
    { title: 'Promised', kind: 'number', cell: ({ promised }) => pieces(promised) },
    {
      title: 'Do',
      cell: (batch) =>
        batch.state === 'announced' && (
          <span className="flex flex-wrap gap-2">
            <RowButton tone="main" onClick={() => onDo('receive', batch)}>
              Receive
            </RowButton>
            <RowButton onClick={() => onDo('change', batch)}>Change</RowButton>
            <RowButton tone="danger" onClick={() => onDo('cancel', batch)}>
              Cancel
            </RowButton>
          </span>
        ),
    },
  ];
}

function Expected({ batch: { day, state }, today }: { batch: Batch; today: string }) {
  return (
    <span>
      {writtenDay(day)}
      {state === 'announced' && day <= today && (
        <span className={`badge badge-sm ml-2 ${day < today ? 'badge-error' : 'badge-warning'}`}>
          {day < today ? 'late' : 'today'}
        </span>
      )}
      {state !== 'announced' && <span className="badge badge-sm ml-2">{state}</span>}
    </span>
  );
}
