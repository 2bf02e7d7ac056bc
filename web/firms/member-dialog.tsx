import { type FormEvent, useState } from 'react';
import type { Member } from '#contract/buying/company-people.ts';
import { COMPANY_ROLES, type CompanyRole, mayInCompany } from '#contract/company-policy.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useChangeMember, useInviteMember } from '#web/queries/buying/firms.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { ROLE_WORDS, typedLimit } from './firm-words.ts';

interface Props {
  firmId: string;
  /** Who is changed; without them, somebody is invited. */
  member?: Member;
  /** Everybody of the firm: one of them stands in for who is changed. */
  members?: readonly Member[];
  onClose: () => void;
}

/** Role and limits of somebody in a firm, or of somebody who is asked into it by letter. */
export function MemberDialog({ firmId, member, members = [], onClose }: Props) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<CompanyRole>(member?.role ?? 'buyer');
  const [orderLimit, setOrderLimit] = useState(written(member?.orderLimit));
  const [monthLimit, setMonthLimit] = useState(written(member?.monthLimit));
  const [deputy, setDeputy] = useState(member?.deputy ?? '');
  const [awayUntil, setAwayUntil] = useState(member?.awayUntil ?? '');
  const invite = useInviteMember(firmId);
  const change = useChangeMember(firmId);
  const action = useAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const agreed = { role, orderLimit: typedLimit(orderLimit), monthLimit: typedLimit(monthLimit) };
    const done = await action.run(() =>
      member
        ? change.mutateAsync({
            userId: member.userId,
            ...agreed,
            deputy: deputy === '' ? null : deputy,
            awayUntil: awayUntil === '' ? null : awayUntil,
          })
        : invite.mutateAsync({ email: email.trim(), ...agreed }),
    );
    if (!done) return;
    if (!member) toast.success(`Invitation sent to ${email.trim()}; it is good for 30 days`);
    onClose();
  };
  return (
    <FormDialog
      title={member ? `Change ${member.name}` : 'Invite somebody into the firm'}
      submit={member ? 'Save' : 'Invite'}
      problem={action.problem?.message}
      changed={email !== ''}
      busy={action.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {!member && (
        <TextField
          label="E-mail address to invite"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <SelectField
        label="Role in the firm"
        options={COMPANY_ROLES.map((each) => [each, ROLE_WORDS[each]] as const)}
        value={role}
        onChange={({ target }) => setRole(COMPANY_ROLES.find((each) => each === target.value) ?? 'buyer')}
      />
      <NumberField
        label="Limit of one order"
        hint="Empty: no limit; above it, somebody else approves"
        value={orderLimit}
        onChange={({ target }) => setOrderLimit(target.value)}
      />
      <NumberField
        label="Limit of a month"
        hint="Empty: no limit"
        value={monthLimit}
        onChange={({ target }) => setMonthLimit(target.value)}
      />
      {member && mayInCompany(role, 'approve') && (
        <>
          <SelectField
            label="Deputy"
            hint="Approves in their place while they are away"
            options={[
              ['', 'Nobody'],
              ...members
                .filter(({ userId }) => userId !== member.userId)
                .map(({ userId, name }) => [userId, name] as const),
            ]}
            value={deputy}
            onChange={({ target }) => setDeputy(target.value)}
          />
          <TextField
            label="Away until"
            hint="The last day; empty: not away"
            type="date"
            value={awayUntil}
            onChange={({ target }) => setAwayUntil(target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

function written(limit: number | null | undefined): string {
  return typeof limit === 'number' ? String(limit) : '';
}
