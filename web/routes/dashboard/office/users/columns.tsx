import { isStaff, may } from '#contract/policy.ts';
import type { User } from '#contract/office/users.ts';
import { CustomerLink } from '#web/routes/dashboard/customer-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { roleName } from './role-words.ts';

interface Actions {
  /** The id of whoever looks: they cannot remove themselves. */
  self: string;
  onMakeAdmin: (user: User) => void;
  onChangeRole: (user: User) => void;
  onRemove: (user: User) => void;
}

/** What the table of all users shows, and what an admin can do with one (spec §2). */
export function usersColumns({ self, onMakeAdmin, onChangeRole, onRemove }: Actions): Column<User>[] {
  return [
    {
      title: 'Email',
      names: true,
      cell: ({ _id, email }) => <CustomerLink userId={_id}>{email}</CustomerLink>,
    },
    {
      // Rights are given to proved addresses alone.
      title: 'E-mail verified',
      kind: 'tight',
      cell: ({ emailVerified }) =>
        emailVerified ? (
          <span className="muted text-sm">Yes</span>
        ) : (
          <span className="badge badge-outline">Not yet</span>
        ),
    },
    {
      title: 'Role',
      kind: 'tight',
      cell: (user) => (
        <div className="flex flex-wrap items-center gap-2">
          <span className={`badge ${isStaff(user.role) ? '' : 'badge-ghost'}`}>{roleName(user.role)}</span>
          {user._id !== self && !may(user.role, 'users') && (
            <RowButton onClick={() => onMakeAdmin(user)}>Make Admin</RowButton>
          )}
          {user._id !== self && <RowButton onClick={() => onChangeRole(user)}>Change role</RowButton>}
        </div>
      ),
    },
    {
      title: 'Remove',
      kind: 'tight',
      cell: (user) =>
        user._id === self ? (
          <span className="muted text-sm">You</span>
        ) : (
          <RowButton tone="danger" onClick={() => onRemove(user)}>
            Remove User
          </RowButton>
        ),
    },
  ];
}
