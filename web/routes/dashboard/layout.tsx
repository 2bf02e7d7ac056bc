import { QueryClientProvider } from '@tanstack/react-query';
import { NavLink, Outlet, useOutletContext } from 'react-router';
import { tabQueryClient } from '#web/api/query-client.ts';
import { RequireUser } from '#web/session/guards.tsx';
import type { SessionUser } from '#web/session/user.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/layout.ts';
import { useIsAdmin } from './use-is-admin.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Dashboard', description: 'Your orders, reviews and profile.' });

export default function DashboardLayout() {
  return (
    <RequireUser>
      {(user) => (
        // Nobody is signed in on the server, so that what is fetched for one visitor cannot reach another.
        <QueryClientProvider client={tabQueryClient()}>
          <Dashboard user={user} />
        </QueryClientProvider>
      )}
    </RequireUser>
  );
}

/** The signed-in user, for the pages inside the dashboard. */
export function useDashboardUser(): SessionUser {
  return useOutletContext<SessionUser>();
}

function Dashboard({ user }: { user: SessionUser }) {
  const isAdmin = useIsAdmin(user).data === true;
  return (
    <div className="page-width py-8">
      <h1 className="mb-6 text-2xl font-bold print:hidden">Welcome to your Dashboard</h1>
      <div className="grid gap-6 lg:grid-cols-[14rem_1fr]">
        <nav aria-label="Dashboard">
          <ul className="menu menu-horizontal lg:menu-vertical bg-base-200 rounded-box w-full gap-1">
            <Item to="/dashboard" text="My Orders" end />
            <Item to="/dashboard/addReview" text="Add A Review" />
            <Item to="/dashboard/myProfile" text="My Profile" />
            {isAdmin && (
              <>
                <Item to="/dashboard/overview" text="Overview" />
                <Item to="/dashboard/orders" text="All Orders" />
                <Item to="/dashboard/users" text="All Users" />
                <Item to="/dashboard/addProduct" text="Add a Product" />
                <Item to="/dashboard/manageProducts" text="Manage Products" />
                <Item to="/dashboard/audit" text="Audit Log" />
              </>
            )}
          </ul>
        </nav>
        <div className="min-w-0">
          <Outlet context={user} />
        </div>
      </div>
    </div>
  );
}

function Item({ to, text, end = false }: { to: string; text: string; end?: boolean }) {
  return (
    <li>
      <PageLink as={NavLink} to={to} end={end} className={({ isActive }) => (isActive ? 'menu-active' : '')}>
        {text}
      </PageLink>
    </li>
  );
}
