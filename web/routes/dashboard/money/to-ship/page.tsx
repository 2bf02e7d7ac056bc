import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { MAX_SLIPS } from '#contract/money/papers.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { packingSlips } from '#web/queries/money/shipping.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable, rowsOf } from '#web/routes/dashboard/paged-table.tsx';
import { ChoiceField, chosen, withParameter } from '#web/routes/dashboard/search-field.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { counted, today } from '#web/shell/format.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { saveFile } from '#web/shell/save-file.ts';
import { useSelection } from '#web/ui/data-table/selection.ts';
import { toShipColumns } from './columns.tsx';
import { ScanField } from './scan-field.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { ShipManyDialog } from './ship-many-dialog.tsx';

export const meta = metaOf({ title: 'To Ship', description: 'Orders that are ready to be shipped.' });

export default function ToShipPage() {
  return (
    <RequirePermission permission="orders.ship">
      <h2 className="mb-4 text-xl font-semibold">To Ship</h2>
      <ToShip />
    </RequirePermission>
  );
}

/** Orders of which nothing is there yet, or whose day has not come, are not ready. */
const SHOWN = { '': 'What can leave now', open: 'Everything still to ship' };

const keyOf = ({ _id }: StaffOrder) => _id;
const nameOf = ({ number }: StaffOrder) => `order ${number}`;

/** What was promised first comes first; slips are printed and orders shipped, one by one or several at once. */
function ToShip() {
  // What is to leave first comes first.
  const [search, setSearch] = useSearchParams();
  const fulfilment = chosen(search, 'show', SHOWN) === 'open' ? 'open' : 'ready';
  const q = search.get('q') ?? '';
  const query = usePersonalList(['to-ship', fulfilment, q], 'GET /orders', {
    query: { fulfilment, ...(q === '' ? { sort: 'promise' } : { q }) },
  });
  const selection = useSelection(rowsOf(query), keyOf, nameOf);
  const { chosen: selected } = selection;
  const [shipping, setShipping] = useState<Pick<StaffOrder, '_id' | 'number'> | null>(null);
  const [several, setSeveral] = useState<readonly StaffOrder[]>([]);
  const [now] = useState(today);
  const print = useAction();
  const printSlips = () => print.run(async () => saveFile(await packingSlips(selected)));
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        <ScanField onFound={setShipping} />
        <ChoiceField label="Show" name="show" options={SHOWN} />
      </div>
      {q !== '' && (
        <p className="mb-4 flex flex-wrap items-center gap-3">
          <span>Orders with {q}</span>
          <button
            type="button"
            className="btn"
            onClick={() => setSearch((earlier) => withParameter(earlier, 'q', ''), { replace: true })}
          >
            Show all
          </button>
        </p>
      )}
      <PagedTable
        query={query}
        one="order to ship"
        many="orders to ship"
        label="To ship"
        columns={toShipColumns({ onShip: setShipping, today: now })}
        keyOf={keyOf}
        selection={selection}
        tools={
          selected.length > 0 && (
            <>
              <button
                type="button"
                className="btn btn-sm"
                disabled={print.busy || selected.length > MAX_SLIPS}
                onClick={() => void printSlips()}
              >
                {print.busy && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
                <span>Print {counted(selected.length, 'slip')}</span>
              </button>
              <button
                type="button"
                className="btn btn-sm btn-primary"
                onClick={() => (selected.length === 1 ? setShipping(selected[0]!) : setSeveral(selected))}
              >
                Ship {counted(selected.length, 'order')}
              </button>
              {selected.length > MAX_SLIPS && (
                <span className="muted text-sm">One PDF holds at most {MAX_SLIPS} slips.</span>
              )}
            </>
          )
        }
      />
      <FormProblem message={print.problem?.message} className="mt-3" />
      {shipping && <ShipDialog id={shipping._id} number={shipping.number} onClose={() => setShipping(null)} />}
      {several.length > 0 && <ShipManyDialog orders={several} onClose={() => setSeveral([])} />}
    </>
  );
}
