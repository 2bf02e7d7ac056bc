import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Order } from '#contract/buying/orders.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { useAction } from '#web/forms/use-action.ts';
import { useMyCompanies } from '#web/queries/buying/companies.ts';
import { fetchOrders, type OwnSearch, useOrders } from '#web/queries/buying/orders.ts';
import { useUser } from '#web/session/signed-in.ts';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { tabSession } from '#web/session/tab-session.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { saveFile } from '#web/shell/save-file.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { AgainDialog } from './again-dialog.tsx';
import { ordersColumns } from './columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { STATE_WORDS } from './order-state.ts';
import { ordersCsv } from './orders-csv.ts';

export const meta = metaOf({ title: 'My Orders', description: 'Your orders.' });

/** What can be looked for; what comes first is without orders that are over. */
const STATES = { all: 'All', ...STATE_WORDS };

export default function MyOrdersPage() {
  const user = useUser();
  const [address] = useSearchParams();
  const search: OwnSearch = { q: address.get('q') || undefined, state: chosen(address, 'state', STATES) };
  const isSearched = search.q !== undefined || search.state !== undefined;
  const company = useBuyingFor();
  const sheet = useAction();
  const saveSheet = () =>
    sheet.run(async () => {
      const csv = ordersCsv(await fetchOrders(company ? { companyId: company.id } : { email: user.email }, search));
      await saveFile(new Response(csv, { headers: { 'content-type': 'text/csv' } }), 'my-orders.csv');
    });
  const [deleting, setDeleting] = useState<Order | null>(null);
  const [repeated, setRepeated] = useState<Order | null>(null);
  const { data, error, isPending, isFetching, fetchNextPage, hasNextPage, refetch } = useOrders(search);
  useSignOutOn(error);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <section aria-busy={isPending}>
      <h2 className="mb-4 text-xl font-semibold">
        My Orders{data ? <span>{`: ${data.pages[0]?.total ?? rows.length}`}</span> : ''}
      </h2>
      {error && (
        <p role="alert" className="alert alert-error mb-4">
          {error.message}
          <button type="button" className="btn btn-sm" disabled={isFetching} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <SearchField label="Order, PO, SKU or tool" />
        <ChoiceField label="Status" name="state" options={{ '': 'Current', ...STATES }} />
        <button type="button" className="btn mb-1" disabled={sheet.busy} onClick={() => void saveSheet()}>
          Save as CSV
        </button>
      </div>
      <FormProblem message={sheet.problem?.message} className="mb-4" />
      {(data || isPending) && (
        <DataTable
          label="My orders"
          wide
          columns={ordersColumns({ onDelete: setDeleting, onAgain: setRepeated })}
          rows={data && rows}
          keyOf={({ _id }) => _id}
          empty={
            isSearched ? (
              <p>No orders match.</p>
            ) : (
              <>
                <p>
                  You have no orders yet.{' '}
                  <PageLink to="/products" className="link link-primary">
                    Choose a tool
                  </PageLink>
                </p>
                {!company && <OfCompanies />}
              </>
            )
          }
        />
      )}
      {hasNextPage && (
        <button type="button" className="btn mt-4" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
      {repeated && <AgainDialog order={repeated} onClose={() => setRepeated(null)} />}
      {deleting && <DeleteDialog order={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}

/** On a 401 or 403 the user is signed out and goes home (spec §4). */
function useSignOutOn(error: Error | null): void {
  useEffect(() => {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return;
    // The guard of the pages around this one leads home.
    void tabSession()
      .end('refused')
      .catch(() => {});
  }, [error]);
}

/** Where the orders of the user's companies are; nothing where they see none. */
function OfCompanies() {
  const companies = useMyCompanies().data?.filter(({ role }) => mayInCompany(role, 'orders.read')) ?? [];
  if (companies.length === 0) return null;
  const names = companies.map(({ name }) => name).join(', ');
  return <p className="mt-2 break-words">To see orders for {names}, choose the company under “Buy for”.</p>;
}
