import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Batch } from '#contract/catalogue/incoming.ts';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { ChoiceField, chosen, DayField, dayOf, SearchField } from '#web/routes/dashboard/search-field.tsx';
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

/** What is being done to which goods. */
type Doing = { what: 'receive' | 'change' | 'cancel'; batch: Batch } | { what: 'announce'; tool: Shelf };

/** Goods by the day on which they are expected; a product is typed or scanned to announce more of it. */
function Incoming() {
  const [search] = useSearchParams();
  const state = chosen(search, 'state', STATES);
  const query = usePersonalList(['incoming', search.toString()], 'GET /incoming', {
    query: {
      q: search.get('q') ?? '',
      from: dayOf(search, 'from'),
      to: dayOf(search, 'to'),
      ...(state ? { state } : {}),
    },
  });
  const [doing, setDoing] = useState<Doing | null>(null);
  const [now] = useState(today);
  const close = () => setDoing(null);
  return (
    <>
      <FindProduct onFound={(tool) => setDoing({ what: 'announce', tool })} />
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
        keyOf={({ _id }) => _id}
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
