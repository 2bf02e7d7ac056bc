import { ADMIN } from '#contract/policy.ts';
import type { User } from '#contract/users.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useMakeAdmin, useRemoveUser } from '#web/queries/users.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { RoleRights } from './role-rights.tsx';

interface Props {
  admin: SessionUser;
  user: User;
  onClose: () => void;
}

/** Asks by name before somebody may do everything in the shop. */
export function MakeAdminDialog({ admin, user: { email, name }, onClose }: Props) {
  const makeAdmin = useMakeAdmin(admin);
  const promote = async () => {
    try {
      const { modifiedCount } = await makeAdmin.mutateAsync(email);
      if (modifiedCount > 0) toast.success('Successfully made an admin');
    } catch (failure) {
      const refused = failure instanceof ApiError && failure.status === 403;
      toast.error(refused || !(failure instanceof Error) ? 'Failed to make an admin' : failure.message);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      action="Make Admin"
      tone="plain"
      busy={makeAdmin.isPending}
      onConfirm={() => void promote()}
      onClose={onClose}
    >
      <strong>{name ? `${name} (${email})` : email}</strong> will be able to do all that you can.
      <RoleRights role={ADMIN} />
    </ConfirmDialog>
  );
}

/** Asks before somebody loses their account. */
export function RemoveUserDialog({ admin, user: { _id, email }, onClose }: Props) {
  const removal = useRemoveUser(admin);
  const remove = async () => {
    try {
      await removal.mutateAsync(_id);
      toast.success('Successfully removed a user');
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'The user could not be removed.');
    }
    onClose();
  };
  return (
    <ConfirmDialog action="Remove" busy={removal.isPending} onConfirm={() => void remove()} onClose={onClose}>
      {email} will lose access at once. The orders stay.
    </ConfirmDialog>
  );
}
