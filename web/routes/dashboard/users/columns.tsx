import type { User } from '#contract/users.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';

interface Actions {
  /** The id of whoever looks: they cannot remove themselves. */
  self: string;
  onMakeAdmin: (user: User) => void;
  onRemove: (user: User) => void;
}

/** What the table of all users shows, and what an admin can do with one (spec §2). */
export function usersColumns({ self, onMakeAdmin, onRemove }: Actions): Column<User>[] {
  return [
    { id: 'email', title: 'Email', names: true, cell: ({ email }) => email },
    {
      // Rights are given to proved addresses alone.
      id: 'proved',
      title: 'Address proved',
      kind: 'tight',
      cell: ({ emailVerified }) =>
        emailVerified ? (
          <span className="muted text-sm">Yes</span>
        ) : (
          <span className="badge badge-outline">Not yet</span>
        ),
    },
    {
      id: 'role',
      title: 'Role',
      kind: 'tight',
      cell: (user) =>
        user.role === 'admin' ? (
          <span className="badge">Admin</span>
        ) : (
          <RowButton onClick={() => onMakeAdmin(user)}>Make Admin</RowButton>
        ),
    },
    {
      id: 'remove',
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
