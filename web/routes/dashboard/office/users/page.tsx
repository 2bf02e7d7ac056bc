import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { User } from '#contract/office/users.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { useUser } from '#web/session/signed-in.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { usersColumns } from './columns.tsx';
import { InvitationsList } from './invitations-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { MakeAdminDialog, RemoveUserDialog } from './user-dialogs.tsx';

export const meta = metaOf({ title: 'All Users', description: 'The users of the shop.' });

const SORTS = { newest: 'Newest first', email: 'By e-mail' };

export default function UsersPage() {
  return (
    <RequirePermission permission="users">
      <h2 className="mb-4 text-xl font-semibold">All Users</h2>
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label="Name or e-mail" />
        <ChoiceField label="Sort" name="sort" options={SORTS} />
      </div>
      <Users />
    </RequirePermission>
  );
}

/** Every user with what an admin may do to them (spec §2). */
function Users() {
  const admin = useUser();
  const [search] = useSearchParams();
  const [promoted, setPromoted] = useState<User | null>(null);
  const [changed, setChanged] = useState<User | null>(null);
  const [inviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<User | null>(null);
  const sought = { q: search.get('q') ?? undefined, sort: chosen(search, 'sort', SORTS) };
  const query = usePersonalList(['users', sought], 'GET /user', { query: sought });
  return (
    <>
      <PagedTable
        query={query}
        one="user"
        label="All users"
        columns={usersColumns({
          self: admin.uid,
          onMakeAdmin: setPromoted,
          onChangeRole: setChanged,
          onRemove: setRemoved,
        })}
        tools={
          <button type="button" className="btn btn-sm btn-primary" onClick={() => setInviting(true)}>
            Invite by e-mail
          </button>
        }
        keyOf={({ _id }) => _id}
      />
      <InvitationsList />
      {changed && <RoleDialog user={changed} onClose={() => setChanged(null)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {promoted && <MakeAdminDialog user={promoted} onClose={() => setPromoted(null)} />}
      {removed && <RemoveUserDialog user={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
