import { useSearchParams } from 'react-router';
import { useUsers } from '#web/api/users.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { ListParts } from '#web/routes/dashboard/list-parts.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { RequireAdmin } from '#web/routes/dashboard/require-admin.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { UserTable } from './user-table.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'All Users', description: 'The users of the shop.' });

const SORTS = { newest: 'Newest first', email: 'By e-mail' };

export default function UsersPage() {
  const user = useDashboardUser();
  return (
    <RequireAdmin user={user}>
      <h2 className="mb-4 text-xl font-semibold">All Users</h2>
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label="Name or e-mail" />
        <ChoiceField label="Sort" name="sort" options={SORTS} />
      </div>
      <Users />
    </RequireAdmin>
  );
}

function Users() {
  const admin = useDashboardUser();
  const [search] = useSearchParams();
  const query = useUsers(admin, { q: search.get('q') ?? undefined, sort: chosen(search, 'sort', SORTS) });
  return (
    <ListParts query={query} one="user">
      {(users) => <UserTable admin={admin} users={users} />}
    </ListParts>
  );
}
