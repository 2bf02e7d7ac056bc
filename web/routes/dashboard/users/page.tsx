import { RequireAdmin } from '#web/session/guards.tsx';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { UserTable } from './user-table.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'All Users', description: 'The users of the shop.' });

export default function UsersPage() {
  const user = useDashboardUser();
  return (
    <RequireAdmin user={user}>
      <h2 className="mb-4 text-xl font-semibold">All Users</h2>
      <UserTable admin={user} />
    </RequireAdmin>
  );
}
