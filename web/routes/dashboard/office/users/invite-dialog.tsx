import { useState } from 'react';
import { isStaff, type Role, ROLES } from '#contract/policy.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RoleSelect } from './role-dialog.tsx';
import { RoleRights } from './role-rights.tsx';
import { roleName } from './role-words.ts';

type StaffRole = Exclude<Role, 'customer'>;
const STAFF = ROLES.filter((role): role is StaffRole => isStaff(role));

/** Invites somebody by letter to work for the shop. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<StaffRole>(STAFF[0] ?? 'sales');
  const form = useForm({ defaultValues: { email: '' } });
  const submit = sending(form, async ({ email }) => {
    const { state } = await userChange('POST /invitation', { body: { email: email.trim(), role } });
    toast.success(
      state === 'given' ? `${email} is now ${roleName(role)}` : `Invitation sent to ${email}; it is valid for 7 days`,
    );
    onClose();
  });
  return (
    <FormDialog
      title="Invite someone to join the staff"
      submit={`Invite as ${roleName(role)}`}
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <p>They get an e-mail with a link to sign in, which verifies their address. From then on they have the role.</p>
      <TextField label="E-mail address to invite" type="email" autoComplete="off" {...fieldIn(form, 'email')} />
      <RoleSelect label="Role" value={role} roles={STAFF} onChange={setRole} />
      <RoleRights role={role} />
    </FormDialog>
  );
}
