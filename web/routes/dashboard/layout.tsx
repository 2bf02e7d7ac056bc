import { type ReactNode, useId } from 'react';
import { NavLink, Outlet } from 'react-router';
import { RequireUser } from '#web/session/guards.tsx';
import { SignedIn } from '#web/session/signed-in.ts';
import { counted, pieces } from '#web/shell/format.ts';
import { NeedsScript } from '#web/shell/needs-script.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { useShop } from '#web/shell/shop-front.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Permission } from '#contract/policy.ts';
import { useWaitingCount } from '#web/queries/buying/approvals.ts';
import { useLeftToOpen } from '#web/queries/office/opening.ts';
import { useMay } from '#web/queries/people/role.ts';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({ title: 'Dashboard', description: 'Your orders, reviews and profile.' });

export default function DashboardLayout() {
  return (
    <>
      <div className="page-width">
        <NeedsScript to={say('see your orders and your profile')} />
      </div>
      <RequireUser>
        {(user) => (
          <SignedIn value={user}>
            <Dashboard />
          </SignedIn>
        )}
      </RequireUser>
    </>
  );
}

/** The pages for those who work here, in groups of at most seven, each with what it asks of whoever opens it. */
const OFFICE: { name: string; pages: { to: string; text: string; permission: Permission }[] }[] = [
  {
    name: 'Orders',
    pages: [
      { to: '/dashboard/overview', text: 'Overview', permission: 'figures' },
      { to: '/dashboard/orders', text: 'All Orders', permission: 'orders.read' },
      { to: '/dashboard/toShip', text: 'To Ship', permission: 'orders.ship' },
      { to: '/dashboard/returns', text: 'Returns', permission: 'orders.read' },
    ],
  },
  {
    name: 'Customers',
    pages: [
      { to: '/dashboard/users', text: 'All Users', permission: 'users' },
      { to: '/dashboard/companies', text: 'Companies', permission: 'companies.read' },
      { to: '/dashboard/reviews', text: 'Reviews', permission: 'reviews' },
    ],
  },
  {
    name: 'Accounts',
    pages: [
      { to: '/dashboard/accounts', text: 'Who Owes', permission: 'companies.read' },
      { to: '/dashboard/bank', text: 'Bank Statement', permission: 'orders.record-payment' },
      { to: '/dashboard/reminders', text: 'Reminders', permission: 'orders.record-payment' },
      { to: '/dashboard/taxAdviser', text: 'For the Tax Adviser', permission: 'export' },
    ],
  },
  {
    name: 'Catalogue',
    pages: [
      { to: '/dashboard/addProduct', text: 'Add a Product', permission: 'tools.write' },
      { to: '/dashboard/manageProducts', text: 'Manage Products', permission: 'tools.read' },
      { to: '/dashboard/sheet', text: 'Products as a Sheet', permission: 'tools.write' },
      { to: '/dashboard/import', text: 'Import Products', permission: 'tools.write' },
      { to: '/dashboard/attributes', text: 'Attributes', permission: 'tools.read' },
      { to: '/dashboard/priceLists', text: 'Price Lists', permission: 'tools.write' },
    ],
  },
  {
    name: 'Goods',
    pages: [
      { to: '/dashboard/incoming', text: 'Incoming Goods', permission: 'supply' },
      { to: '/dashboard/toReorder', text: 'To Reorder', permission: 'supply' },
      { to: '/dashboard/countStock', text: 'Count Stock', permission: 'tools.stock' },
    ],
  },
  {
    name: 'Connections',
    pages: [
      { to: '/dashboard/apiKeys', text: 'API Keys', permission: 'api-keys' },
      { to: '/dashboard/webhooks', text: 'Webhooks', permission: 'webhooks' },
      { to: '/dashboard/punchOut', text: 'Punch-Out', permission: 'punchout' },
    ],
  },
  {
    name: 'The shop',
    pages: [
      { to: '/dashboard/audit', text: 'Audit Log', permission: 'audit' },
      { to: '/dashboard/pages', text: 'Pages', permission: 'pages' },
      { to: '/dashboard/settings', text: 'Settings', permission: 'settings' },
      { to: '/dashboard/backups', text: 'Backups', permission: 'users' },
    ],
  },
];

function Dashboard() {
  const may = useMay();
  const { sections } = useShop();
  const waiting = useWaitingCount();
  const left = useLeftToOpen();
  const office = OFFICE.map(({ name, pages }) => ({
    name,
    pages: pages.filter(({ permission }) => may(permission)),
  })).filter(({ pages }) => pages.length > 0);
  // What is still to come is seldom less than a screen: the foot of the page stands below it, and is not pushed down later.
  return (
    <div className="dashboard page-width min-h-screen py-6 print:min-h-0">
      <h1 className="mb-4 text-2xl font-bold print:hidden">Welcome to your Dashboard</h1>
      <div className="grid gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
        <nav aria-label="Dashboard" className="dashboard-menu rounded-box bg-base-200 min-w-0 self-start print:hidden">
          {office.map(({ name, pages }) => (
            <Group key={name} name={name}>
              {pages.map(({ to, text }) => (
                <Item key={to} to={to} text={text} />
              ))}
            </Group>
          ))}
          <Group name={office.length > 0 ? 'Buying' : undefined}>
            <Item to="/dashboard" text="My Orders" end />
            {waiting !== null && <Item to="/dashboard/approvals" text="Approvals" count={waiting} />}
            <Item to="/dashboard/lists" text="My Lists" />
            <Item to="/dashboard/quotes" text="Quotes" />
            {/* Staff see them among all orders. */}
            {!may('orders.read') && <Item to="/dashboard/returns" text="Returns" />}
            <Item to="/order-pad" text="Order Pad" />
            <Item to="/dashboard/company" text="Buy as a Company" />
            {sections.reviews && <Item to="/dashboard/addReview" text="Add A Review" />}
            <Item to="/dashboard/myProfile" text="My Profile" />
          </Group>
        </nav>
        <div className="min-w-0">
          {left > 0 && <ToOpen left={left} />}
          <Outlet />
        </div>
      </div>
    </div>
  );
}

/** Until all is done, an admin is led to what stands in the way of opening. */
function ToOpen({ left }: { left: number }) {
  return (
    <p className="rounded-box border-base-300 mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border px-4 py-2 print:hidden">
      <span>{counted(left, 'step')} left before you can open your shop.</span>
      <PageLink to="/dashboard/opening" className="link font-semibold">
        Ready to open?
      </PageLink>
    </p>
  );
}

/** Links and, where there are other groups, what they are about. On narrow screens the one that is open is in sight. */
function Group({ name, children }: { name: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <>
      {name !== undefined && (
        <p id={id} className="menu-title">
          {name}
        </p>
      )}
      <ul
        ref={showOpen}
        aria-labelledby={name === undefined ? undefined : id}
        className="menu menu-horizontal lg:menu-vertical w-full gap-1"
      >
        {children}
      </ul>
    </>
  );
}

/** Pushes the row of all groups so far that the page that is open stands in its middle. */
function showOpen(list: HTMLUListElement | null): void {
  const open = list?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  const row = list?.closest('nav');
  if (row && open) row.scrollLeft += open.left - row.getBoundingClientRect().left - (row.clientWidth - open.width) / 2;
}

/** @param count of what waits there; 0 is not said */
function Item({ to, text, end = false, count = 0 }: { to: string; text: string; end?: boolean; count?: number }) {
  return (
    <li>
      <PageLink as={NavLink} to={to} end={end} className={({ isActive }) => (isActive ? 'menu-active' : '')}>
        {text}
        {count > 0 && (
          <span className="badge badge-sm badge-warning tabular-nums">
            {pieces(count)}
            <span className="sr-only"> waiting</span>
          </span>
        )}
      </PageLink>
    </li>
  );
}
