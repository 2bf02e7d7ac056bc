import { useState } from 'react';
import { isStaff, type Role, ROLES } from '#contract/policy.ts';
import { ApiError } from '#web/api/api-error.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RoleSelect } from './role-dialog.tsx';
import { RoleRights } from './role-rights.tsx';
import { roleName } from './role-words.ts';

type StaffRole = Exclude<Role, 'customer'>;
const STAFF = ROLES.filter((role): role is StaffRole => isStaff(role));

/** Invites somebody by letter to work for the shop. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>(STAFF[0] ?? 'sales');
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const invite = useChange('POST /invitation');
  const submit = async () => {
    setWrong(null);
    setProblem(undefined);
    try {
      const { state } = await invite.mutateAsync({ body: { email: email.trim(), role } });
      toast.success(
        state === 'given' ? `${email} is ${roleName(role)} now` : `Invitation sent to ${email}; it is good for 7 days`,
      );
      onClose();
    } catch (failure) {
      const issue = failure instanceof ApiError ? failure.issues.find(({ path }) => path === 'email') : undefined;
      if (issue) setWrong(issue.message);
      else setProblem(failure instanceof Error ? failure.message : 'The invitation could not be sent.');
    }
  };
  return (
    <FormDialog
      title="Invite somebody to work here"
      submit={`Invite as ${roleName(role)}`}
      problem={problem}
      changed={email !== ''}
      busy={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        They get a letter and sign in by a link, which shows that the address is theirs; from then on they have the
        role.
      </p>
      <TextField
        label="E-mail address to invite"
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={wrong === null ? undefined : { message: wrong }}
      />
      <RoleSelect label="Role" value={role} roles={STAFF} onChange={setRole} />
      <RoleRights role={role} />
    </FormDialog>
  );
}
