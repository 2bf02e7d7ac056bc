import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useMakeAdmin, useRemoveUser } from '#web/api/users.ts';
import type { SessionUser } from '#web/session/user.ts';
import { ConfirmDialog } from '#web/shell/confirm-dialog.tsx';
import { toast } from '#web/shell/toasts.ts';

/** Every user with what an admin may do to him (spec §2). */
export function UserTable({ admin, users }: { admin: SessionUser; users: User[] }) {
  const makeAdmin = useMakeAdmin(admin);
  const removal = useRemoveUser(admin);
  const [doomed, setDoomed] = useState<User | null>(null);

  const promote = async ({ email }: User) => {
    try {
      const { modifiedCount } = await makeAdmin.mutateAsync(email);
      if (modifiedCount > 0) toast.success('Successfully made an admin');
    } catch (failure) {
      const refused = failure instanceof ApiError && failure.status === 403;
      toast.error(refused || !(failure instanceof Error) ? 'Failed to make an admin' : failure.message);
    }
  };
  const remove = async ({ _id }: User) => {
    try {
      await removal.mutateAsync(_id);
      toast.success('Successfully removed a user');
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'The user could not be removed.');
    }
    setDoomed(null);
  };

  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="All users">
      <table className="stacked table">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Remove</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user._id}>
              <td data-label="Email" id={`email-of-${user._id}`}>
                {user.email}
              </td>
              <td data-label="Role">
                {user.role === 'admin' ? (
                  <span className="badge">Admin</span>
                ) : (
                  <button
                    type="button"
                    className="btn btn-sm"
                    disabled={makeAdmin.isPending}
                    aria-describedby={`email-of-${user._id}`}
                    onClick={() => void promote(user)}
                  >
                    Make Admin
                  </button>
                )}
              </td>
              <td data-label="Remove">
                <button
                  type="button"
                  className="btn btn-sm btn-outline btn-error"
                  aria-describedby={`email-of-${user._id}`}
                  onClick={() => setDoomed(user)}
                >
                  Remove User
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {doomed && (
        <ConfirmDialog
          action="Remove"
          busy={removal.isPending}
          onConfirm={() => void remove(doomed)}
          onClose={() => setDoomed(null)}
        >
          {doomed.email} will lose access at once. The orders stay.
        </ConfirmDialog>
      )}
    </div>
  );
}
