import { useMemo } from 'react';
import { addMoney } from '#contract/money-sums.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import { useOpenEntries } from '#web/queries/money/accounts.ts';
import { money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Discounts } from './discounts.tsx';
import { DueDay } from './due-day.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { useSelection } from '#web/ui/data-table/selection.ts';
import { Part } from '#web/ui/part.tsx';
import { say } from '#web/saying/say.ts';

const NONE: AccountEntry[] = [];
/** What has to be paid first at the head. */
const byDue = (one: AccountEntry, other: AccountEntry) => (one.due ?? '').localeCompare(other.due ?? '');
const keyOf = ({ document }: AccountEntry) => document;

/** What is left to pay, to be chosen and paid by card at once. */
export function OpenInvoices({ companyId }: { companyId: string }) {
  const { data } = useOpenEntries(companyId);
  const rows = useMemo(() => (data ? data.rows.toSorted(byDue) : NONE), [data]);
  const { chosen: paid, ...selection } = useSelection(rows, keyOf, keyOf);
  if (rows.length === 0) return null;
  const query = new URLSearchParams({ company: companyId, invoices: paid.map(({ document }) => document).join(',') });
  return (
    <Part id="open-invoices" title={say('Left to pay')}>
      <DataTable
        label={say('Left to pay')}
        columns={COLUMNS}
        rows={rows}
        keyOf={keyOf}
        empty={null}
        selection={selection}
        tools={
          paid.length === 0 ? (
            <span className="muted">{say('Choose what to pay by card.')}</span>
          ) : (
            // The payment page's own policy comes with its document.
            <a href={`/dashboard/payment/account?${query}`} className="btn btn-primary btn-sm">
              {say('Pay {count, plural, one {# invoice} other {# invoices}} by card: {price}', {
                count: paid.length,
                price: money(addMoney(...paid.map(({ open = 0 }) => open))),
              })}
            </a>
          )
        }
      />
      {data && data.total > rows.length && (
        <p className="muted mt-2 text-sm">
          {say('The first {count} of {total}.', { count: rows.length, total: data.total })}
        </p>
      )}
    </Part>
  );
}

const COLUMNS: Column<AccountEntry>[] = [
  {
    title: say('Invoice'),
    names: true,
    cell: ({ document, orderId }) =>
      orderId === undefined ? (
        <span className="break-all">{document}</span>
      ) : (
        <PageLink to={`/dashboard/orders/${orderId}`} className="link break-all">
          {document}
        </PageLink>
      ),
  },
  { title: say('Due'), kind: 'tight', cell: ({ due }) => due !== undefined && <DueDay due={due} /> },
  {
    title: say('Left to pay'),
    kind: 'number',
    cell: ({ open = 0, discounts }) => (
      <>
        {money(open)}
        <Discounts discounts={discounts} />
      </>
    ),
  },
];
