import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { writtenDay } from '#contract/days.ts';
import type { Batch } from '#contract/catalogue/incoming.ts';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import { announcedOf } from '#web/queries/money/scanned.ts';
import { shelfLabels } from '#web/queries/money/shipping.ts';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { useSelection } from '#web/ui/data-table/selection.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable, rowsOf } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import {
  ChoiceField,
  chosen,
  DayField,
  dayOf,
  SearchField,
  withParameter,
} from '#web/routes/dashboard/search-field.tsx';
import { pieces, today } from '#web/shell/format.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { ConfirmOrSayWhy } from '#web/ui/dialog/confirm-or-say-why.tsx';
import { AnnounceDialog, ChangeDialog, ReceiveDialog } from './batch-dialogs.tsx';
import { incomingColumns } from './columns.tsx';
import { FindProduct } from './find-product.tsx';

export const meta = metaOf({ title: 'Incoming Goods', description: 'What comes, and when.' });

const STATES = { '': 'Still to come', received: 'Received', cancelled: 'Cancelled', all: 'All' };

export default function IncomingPage() {
  return (
    <RequirePermission permission="supply">
      <h2 className="mb-4 text-xl font-semibold">Incoming Goods</h2>
      <Incoming />
    </RequirePermission>
  );
}

const keyOf = ({ _id }: Batch) => _id;
const nameOf = ({ tool, day }: Batch) => `${tool}, ${writtenDay(day)}`;

/** What is being done to which goods. */
type Doing = { what: 'receive' | 'change' | 'cancel'; batch: Batch } | { what: 'announce'; tool: Shelf };

/** Goods by the day on which they are expected; a product is typed or scanned to announce more of it. */
function Incoming() {
  const [search, setSearch] = useSearchParams();
  const state = chosen(search, 'state', STATES);
  const query = usePersonalList(['incoming', search.toString()], 'GET /incoming', {
    query: {
      q: search.get('q') ?? '',
      from: dayOf(search, 'from'),
      to: dayOf(search, 'to'),
      ...(state ? { state } : {}),
    },
  });
  const selection = useSelection(rowsOf(query), keyOf, nameOf);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [now] = useState(today);
  const close = () => setDoing(null);
  const announce = (tool: Shelf) => setDoing({ what: 'announce', tool });
  const receive = async (tool: Shelf) => {
    const [batch, ...more] = await announcedOf(tool);
    if (!batch) return announce(tool);
    if (more.length === 0) return setDoing({ what: 'receive', batch });
    // Whoever receives says which of them it is.
    setSearch((earlier) => withParameter(earlier, 'q', tool.sku ?? tool.tool), { replace: true });
  };
  return (
    <>
      <FindProduct onScan={receive} onAnnounce={announce} />
      <div className="mb-4 flex flex-wrap gap-x-4">
        <SearchField label="Product, SKU or note" />
        <DayField label="From day" name="from" />
        <DayField label="To day" name="to" />
        <ChoiceField label="Show" name="state" options={STATES} />
      </div>
      <PagedTable
        query={query}
        one="delivery"
        many="deliveries"
        label="Incoming goods"
        columns={incomingColumns({ today: now, onDo: (what, batch) => setDoing({ what, batch }) })}
        keyOf={keyOf}
        selection={selection}
        tools={
          selection.chosen.length > 0 && (
            <PaperButton
              className="btn btn-sm btn-outline"
              fetch={() => shelfLabels(selection.chosen.map(({ toolId }) => toolId))}
            >
              Shelf labels
            </PaperButton>
          )
        }
      />
      {doing?.what === 'announce' && <AnnounceDialog tool={doing.tool} onClose={close} />}
      {doing?.what === 'receive' && <ReceiveDialog batch={doing.batch} onClose={close} />}
      {doing?.what === 'change' && <ChangeDialog batch={doing.batch} onClose={close} />}
      {doing?.what === 'cancel' && (
        <ConfirmOrSayWhy
          action="Cancel the goods"
          dismissal="Keep them"
          run={() => userChange('POST /incoming/:id/cancel', { params: { id: doing.batch._id } })}
          onClose={close}
        >
          <p>
            {pieces(doing.batch.quantity - doing.batch.received)} × {doing.batch.tool} will not come, and can no longer
            be ordered.
          </p>
        </ConfirmOrSayWhy>
      )}
    </>
  );
}
