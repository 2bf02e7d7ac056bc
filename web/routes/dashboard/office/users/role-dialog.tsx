import { useState } from 'react';
import { ADMIN, type Role, ROLES } from '#contract/policy.ts';
import type { User } from '#contract/office/users.ts';
import { ApiError } from '#web/api/api-error.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { useChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RoleRights } from './role-rights.tsx';
import { roleName } from './role-words.ts';

interface Props {
  user: Pick<User, 'email' | 'name' | 'role'>;
  onClose: () => void;
}

/** Gives somebody another role, after saying whom and what they may do then. */
export function RoleDialog({ user: { email, name, role: before }, onClose }: Props) {
  const [role, setRole] = useState<Role>(before);
  const [problem, setProblem] = useState<{ message: string; unproved: boolean } | null>(null);
  const change = useChange('PUT /user/role/:email');
  const invite = useChange('POST /invitation');
  const who = name ? `${name} (${email})` : email;
  const submit = async () => {
    setProblem(null);
    try {
      if (problem?.unproved && role !== 'customer') {
        await invite.mutateAsync({ body: { email, role } });
        toast.success(`Invitation sent to ${email}`);
      } else {
        const { modifiedCount } = await change.mutateAsync({ params: { email }, body: { role } });
        if (modifiedCount > 0) toast.success(`${who} is now ${roleName(role)}`);
      }
      onClose();
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : 'The role could not be changed.';
      setProblem({ message, unproved: failure instanceof ApiError && failure.code === 'ADDRESS_NOT_PROVED' });
    }
  };
  return (
    <FormDialog
      title={`Role of ${who}`}
      submit={problem?.unproved ? 'Invite by e-mail' : role === before ? 'Change role' : `Make ${roleName(role)}`}
      tone={before === ADMIN && role !== ADMIN ? 'danger' : 'plain'}
      problem={problem?.message}
      changed={false}
      busy={change.isPending || invite.isPending || role === before}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <strong>{who}</strong> is {roleName(before)}.
      </p>
      <RoleSelect
        label="New role"
        value={role}
        roles={ROLES}
        onChange={(next) => {
          setRole(next);
          setProblem(null);
        }}
      />
      <RoleRights role={role} />
    </FormDialog>
  );
}

/** A choice among roles. */
export function RoleSelect<R extends Role>({
  label,
  value,
  roles,
  onChange,
}: {
  label: string;
  value: R;
  roles: readonly R[];
  onChange: (role: R) => void;
}) {
  return (
    <SelectField
      label={label}
      options={roles.map((role) => [role, roleName(role)] as const)}
      value={value}
      onChange={({ target }) => {
        const chosen = roles.find((role) => role === target.value);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
