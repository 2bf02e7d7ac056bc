import type { CustomerFacts } from '#contract/buying/customers.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useNewestOrders } from '#web/queries/buying/all-orders.ts';
import { useMay } from '#web/queries/people/role.ts';
import { NewestOrders } from '#web/routes/dashboard/buying/all-orders/newest-orders.tsx';
import { roleName } from '#web/routes/dashboard/office/users/role-words.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { StaffNote } from '#web/routes/dashboard/people/staff-note.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { counted, day, money } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { Part } from '#web/ui/part.tsx';
import type { Route } from './+types/page.ts';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerAddresses } from './customer-addresses.tsx';
import { CustomerCompanies } from './customer-companies.tsx';
import { CustomerQuotes } from './customer-quotes.tsx';

export const meta = metaOf({
  title: 'Customer',
  description: 'One customer, with their orders and what they owe.',
});

export default function CustomerPage({ params }: Route.ComponentProps) {
  return (
    <RequirePermission permission="companies.read">
      <OneCustomer id={params.id} />
    </RequirePermission>
  );
}

function OneCustomer({ id }: { id: string }) {
  const may = useMay();
  const { data: customer, error } = usePersonal(['customer', id], 'GET /customer/:id', { params: { id } });
  const asked = { userId: id, refund: 'requested' } as const;
  // What stands below the orders would be pushed down if they came after it.
  const areOrdersComing = [useNewestOrders(asked).isPending, useNewestOrders({ userId: id }).isPending];
  if (error || !customer || areOrdersComing.includes(true)) return <NotShown what="the customer" error={error} />;
  return (
    <section aria-labelledby="customer">
      <Who customer={customer} />
      <CustomerActions customer={customer} />
      <WhatIsOpen orders={customer.orders} />
      <NewestOrders of={asked} title="Refund requests" />
      <NewestOrders of={{ userId: id }} title="Orders" empty="No orders yet." />
      <CustomerCompanies companies={customer.firms} mayOrder={may('orders.change')} email={customer.email} />
      <StaffNote
        note={customer.note}
        hint="For staff. Customers see it if they download the data that the shop keeps about them."
        mayWrite={may('companies')}
        save={(note) => userChange('PUT /customer/:id/note', { params: { id }, body: { note } })}
      />
      {may('quotes') && <CustomerQuotes userId={id} />}
      {may('orders.change') && <CustomerAddresses email={customer.email} />}
    </section>
  );
}

function Who({ customer }: { customer: CustomerFacts }) {
  const { name, email, phone, address, role, emailVerified, isBlocked, createdAt, lastSignInAt } = customer;
  const { firstAt, lastAt } = customer.orders;
  const facts: [string, string][] = [
    ['E-mail', `${email}${emailVerified ? '' : ' (not verified)'}`],
    ['Phone', phone],
    ['Address', address],
    ['Customer since', day(createdAt)],
    ['Last sign-in', lastSignInAt === null ? 'Never' : moment(lastSignInAt)],
    ['First order', firstAt === null ? '' : day(firstAt)],
    ['Last order', lastAt === null ? '' : day(lastAt)],
  ];
  return (
    <>
      <h2 id="customer" className="flex flex-wrap items-center gap-3 text-xl font-semibold break-words">
        <span className="min-w-0">{name || email}</span>
        {role !== 'customer' && <span className="badge">{roleName(role)}</span>}
        {isBlocked && <span className="badge badge-error">Blocked</span>}
      </h2>
      <FactList facts={facts} className="mt-3 gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-3" />
    </>
  );
}

function WhatIsOpen({ orders: { openCount, open, count } }: Pick<CustomerFacts, 'orders'>) {
  if (count === 0) return null;
  return (
    <Part id="open-of-customer" title="Open balance">
      <p>
        {openCount === 0
          ? 'Nothing: everything is paid.'
          : `${money(open)} of ${counted(openCount, 'order')} is still to be paid.`}
      </p>
    </Part>
  );
}
