import { ADMIN } from '#contract/policy.ts';
import type { User } from '#contract/office/users.ts';
import { ApiError } from '#web/api/api-error.ts';
import { userChange } from '#web/queries/changes.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';
import { RoleRights } from './role-rights.tsx';

const FAILED = 'Failed to make an admin';

interface Props {
  user: User;
  onClose: () => void;
}

/** Asks by name before somebody may do everything in the shop. */
export function MakeAdminDialog({ user: { email, name }, onClose }: Props) {
  const promote = async () => {
    try {
      const { modifiedCount } = await userChange('PUT /user/admin/:email', { params: { email } });
      return modifiedCount > 0 ? 'Successfully made an admin' : null;
    } catch (failure) {
      // As the specification says it (§8).
      throw failure instanceof ApiError && failure.status === 403 ? new Error(FAILED, { cause: failure }) : failure;
    }
  };
  return (
    <ConfirmAndDo action="Make Admin" tone="plain" run={promote} sorry={FAILED} onClose={onClose}>
      <strong>{name ? `${name} (${email})` : email}</strong> will be able to do all that you can.
      <RoleRights role={ADMIN} />
    </ConfirmAndDo>
  );
}

/** Asks before somebody loses their account. */
export function RemoveUserDialog({ user: { _id, email }, onClose }: Props) {
  const remove = async () => {
    await userChange('DELETE /user/:id', { params: { id: _id } });
    return 'Successfully removed a user';
  };
  return (
    <ConfirmAndDo action="Remove" run={remove} sorry="The user could not be removed." onClose={onClose}>
      {email} will lose access at once. The orders stay.
    </ConfirmAndDo>
  );
}
