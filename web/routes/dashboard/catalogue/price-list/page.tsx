import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PriceList, PriceListItem } from '#contract/catalogue/price-lists.ts';
import { writtenDay } from '#contract/days.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useChange } from '#web/queries/changes.ts';
import { usePriceLists } from '#web/queries/catalogue/price-lists.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { ImportView } from '#web/routes/dashboard/catalogue/import/import-view.tsx';
import { SheetDrop } from '#web/routes/dashboard/catalogue/import/sheet-drop.tsx';
import { useSheetImport } from '#web/routes/dashboard/catalogue/import/use-sheet-import.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { SearchField } from '#web/routes/dashboard/search-field.tsx';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { money, pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Part } from '#web/ui/part.tsx';
import type { Route } from './+types/page.ts';
import { AddItem } from './add-item.tsx';
import { ExportPrices } from './export-prices.tsx';
import { CompaniesOfList } from './companies-of-list.tsx';
import { ItemDialog, type PricedTool } from './item-dialog.tsx';

export const meta = metaOf({ title: 'Price List', description: 'The special prices of a price list.' });

export default function PriceListPage({ params }: Route.ComponentProps) {
  return (
    <RequirePermission permission="tools.write">
      <OneList id={params.id} />
    </RequirePermission>
  );
}

function OneList({ id }: { id: string }) {
  const { data: lists, error } = usePriceLists();
  if (error || !lists) return <NotShown what="the price list" error={error} />;
  const list = lists.find(({ _id }) => _id === id);
  if (!list) return <NotFound heading="h2" />;
  return (
    <section>
      <h2 className="text-xl font-semibold break-words">{list.name}</h2>
      <p className="muted mb-4">
        {list.percentOff} % off every tool, except those with a special price in this list.{holds(list)}
      </p>
      <CompaniesOfList listId={list._id} />
      <ExportPrices list={list} />
      <Items listId={list._id} />
      <PriceSheets key={list._id} listId={list._id} />
    </section>
  );
}

/** On which days, where it is said. */
function holds({ from, until }: PriceList): string {
  if (from === undefined && until === undefined) return '';
  return ` Valid${from === undefined ? '' : ` from ${writtenDay(from)}`}${until === undefined ? '' : ` until ${writtenDay(until)}`}.`;
}

function Items({ listId }: { listId: string }) {
  const [search] = useSearchParams();
  const [edited, setEdited] = useState<PricedTool | null>(null);
  const q = search.get('q') ?? '';
  const query = usePersonalList(['price-lists', listId, q], 'GET /price-list/:id/items', {
    params: { id: listId },
    query: { q },
  });
  const remove = useChange('DELETE /price-list/:id/item/:toolId');
  return (
    <>
      <AddItem onChosen={setEdited} />
      <div className="mt-4 mb-4">
        <SearchField label="Find in the list" />
      </div>
      <PagedTable
        query={query}
        one="special price"
        label="Special prices of the list"
        columns={columns(setEdited, ({ toolId }) => remove.mutate({ params: { id: listId, toolId } }))}
        keyOf={({ toolId }) => toolId}
      />
      <FormProblem message={remove.error?.message} />
      {edited && <ItemDialog listId={listId} tool={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Prices from a sheet, shown before they are written. */
function PriceSheets({ listId }: { listId: string }) {
  const { id, show, readAgain } = useSheetImport('import', listId);
  return (
    <Part id="price-sheets" title="Prices from a sheet">
      <SheetDrop onImport={show} list={listId} />
      {id !== null && <ImportView key={id} id={id} readAgain={readAgain} />}
    </Part>
  );
}

function columns(onEdit: (item: PricedTool) => void, onRemove: (item: PriceListItem) => void): Column<PriceListItem>[] {
  return [
    { title: 'Tool', names: true, cell: ({ tool }) => tool },
    { title: 'Stock number', kind: 'tight', cell: ({ sku }) => sku ?? '' },
    { title: 'List price', kind: 'number', cell: ({ own, priceUnit }) => moneyPer(own.price, priceUnit) },
    { title: 'In this list', kind: 'number', cell: ({ price, priceUnit }) => moneyPer(price, priceUnit) },
    { title: 'Breaks', cell: breaksOf },
    {
      title: 'Change',
      cell: (item) => (
        <span className="flex flex-wrap gap-2">
          <RowButton onClick={() => onEdit(item)}>Change</RowButton>
          <RowButton tone="danger" onClick={() => onRemove(item)}>
            Remove
          </RowButton>
        </span>
      ),
    },
  ];
}

function breaksOf({ priceBreaks }: PriceListItem): string {
  return priceBreaks.map(({ from, price }) => `${pieces(from)}: ${money(price)}`).join(', ');
}
