import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Tool } from '#contract/catalogue/tools.ts';
import { useManagedTools } from '#web/queries/catalogue/manage-tools.ts';
import { useMay } from '#web/queries/people/role.ts';
import { ExportButton } from '#web/routes/dashboard/export-dialog.tsx';
import { PagedTable, rowsOf } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { ChoiceField, chosen, SearchField, withParameter } from '#web/routes/dashboard/search-field.tsx';
import { SORTS } from '#web/routes/products/filter.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { useSelection } from '#web/ui/data-table/selection.ts';
import { BulkTools } from './bulk-tools.tsx';
import { productColumns, type ToolDialog } from './columns.tsx';
import { BinDialog } from './bin-dialog.tsx';
import { CostDialog } from './cost-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { FactsDialog } from './facts-dialog.tsx';
import { Lacking, readLacking } from './lacking.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { StockHistoryDialog } from './stock-history-dialog.tsx';

export const meta = metaOf({ title: 'Manage All Products', description: 'The tools of the catalogue.' });

/** What was added last is what an admin looks for first. */
const CHOICES = {
  '': SORTS.newest,
  ...Object.fromEntries(Object.entries(SORTS).filter(([sort]) => sort !== 'newest')),
};

const ON_SALE = { true: 'On sale', false: 'Off sale' };

export default function ManageProductsPage() {
  return (
    <RequirePermission permission="tools.read">
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <h2 className="text-xl font-semibold">Manage All Products</h2>
        <ExportButton sheets={['tools']} />
      </div>
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label="Name, SKU or category" />
        <ChoiceField label="Sort" name="sort" options={CHOICES} />
        <ChoiceField label="Shown" name="onSale" options={{ '': 'All', ...ON_SALE }} />
      </div>
      <Lacking />
      <Products />
    </RequirePermission>
  );
}

const DIALOGS = {
  stock: StockDialog,
  history: StockHistoryDialog,
  edit: EditDialog,
  facts: FactsDialog,
  cost: CostDialog,
  bin: BinDialog,
};

const keyOf = ({ _id }: Tool) => _id;
const nameOf = ({ name }: Tool) => name;

/** Tools for sale, with ways to change and to remove them, one by one or several at once (spec §2). */
function Products() {
  const [search, setSearch] = useSearchParams();
  const sort = chosen(search, 'sort', SORTS) ?? 'newest';
  const may = useMay();
  const onSale = chosen(search, 'onSale', ON_SALE);
  const lacking = readLacking(search);
  const filter = { q: search.get('q') ?? undefined, sort, onSale: onSale && onSale === 'true', ...lacking };
  const query = useManagedTools(filter);
  const total = query.data?.pages[0]?.total;
  const selection = useSelection(rowsOf(query), keyOf, nameOf);
  const [opened, setOpened] = useState<{ dialog: ToolDialog; tool: Tool } | null>(null);
  const Opened = opened && DIALOGS[opened.dialog];
  const [removed, setRemoved] = useState<readonly Tool[]>([]);
  return (
    <>
      <PagedTable
        query={query}
        one="product"
        label="All products"
        columns={productColumns({
          may,
          open: (dialog, tool) => setOpened({ dialog, tool }),
          onRemove: (tool) => setRemoved([tool]),
        })}
        keyOf={keyOf}
        {...(may('tools.write') || may('supply') ? { selection } : {})}
        sort={{
          now: sort,
          onSort: (order) =>
            setSearch((earlier) => withParameter(earlier, 'sort', order), { replace: true, preventScrollReset: true }),
          hasField: true,
        }}
        tools={
          <BulkTools
            selected={selection.chosen}
            total={total ?? 0}
            filter={filter}
            onRemove={() => setRemoved(selection.chosen)}
          />
        }
      />
      {total === 0 && (
        <EmptyCatalogue
          isSearched={Boolean(search.get('q')) || onSale !== undefined || Object.keys(lacking).length > 0}
        />
      )}
      {Opened && <Opened tool={opened.tool} onClose={() => setOpened(null)} />}
      {removed.length > 0 && <RemoveDialog tools={removed} onClose={() => setRemoved([])} />}
    </>
  );
}

/** The first steps of whoever has no product yet; nothing where a search finds none. */
function EmptyCatalogue({ isSearched }: { isSearched: boolean }) {
  const may = useMay();
  if (isSearched || !may('tools.write')) return null;
  return (
    <p className="mt-4">
      The catalogue is empty, so the shop shows no tool. <TextLink to="/dashboard/import">Import a sheet</TextLink> with
      your price list, or <TextLink to="/dashboard/addProduct">add a product</TextLink>.
    </p>
  );
}
