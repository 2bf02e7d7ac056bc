import { useWatch } from 'react-hook-form';
import type { Member } from '#contract/buying/company-people.ts';
import { COMPANY_ROLES, mayInCompany } from '#contract/company-policy.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { required } from '#web/forms/required.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { say } from '#web/saying/say.ts';
import { aLimit, ROLE_WORDS, typedLimit } from './company-words.ts';

interface Props {
  companyId: string;
  /** Who is changed; without them, somebody is invited. */
  member?: Member;
  /** All members: one of them can be the deputy. */
  members?: readonly Member[];
  onClose: () => void;
}

/** Role and limits of a member, or of somebody who is invited by e-mail. */
export function MemberDialog({ companyId, member, members = [], onClose }: Props) {
  const form = useForm({
    defaultValues: {
      email: '',
      role: member?.role ?? 'buyer',
      orderLimit: written(member?.orderLimit),
      monthLimit: written(member?.monthLimit),
      deputy: member?.deputy ?? '',
      awayUntil: member?.awayUntil ?? '',
    },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  const submit = sending(form, async ({ email, deputy, awayUntil, ...typed }) => {
    const agreed = {
      role: typed.role,
      orderLimit: typedLimit(typed.orderLimit) ?? null,
      monthLimit: typedLimit(typed.monthLimit) ?? null,
    };
    if (member) {
      await userChange('PUT /company/:id/member/:userId', {
        params: { id: companyId, userId: member.userId },
        body: { ...agreed, deputy: deputy || null, awayUntil: awayUntil || null },
      });
    } else {
      const body = { email: email.trim(), ...agreed };
      await userChange('POST /company/:id/invitation', { params: { id: companyId }, body });
      toast.success(say('Invitation sent to {email}; it is valid for 30 days', { email: email.trim() }));
    }
    onClose();
  });
  return (
    <FormDialog
      title={member ? say('Change {name}', { name: member.name }) : say('Invite someone to the company')}
      submit={member ? say('Save') : say('Invite')}
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      {!member && (
        <TextField
          label={say('E-mail address to invite')}
          type="email"
          autoComplete="off"
          {...fieldIn(form, 'email', { validate: required('E-mail address') })}
        />
      )}
      <SelectField
        label={say('Role in the company')}
        options={COMPANY_ROLES.map((each) => [each, ROLE_WORDS[each]] as const)}
        {...fieldIn(form, 'role')}
      />
      <NumberField
        label={say('Limit per order')}
        hint={say('Leave empty for no limit. Orders above it need approval.')}
        {...fieldIn(form, 'orderLimit', { validate: aLimit })}
      />
      <NumberField
        label={say('Limit per month')}
        hint={say('Leave empty for no limit')}
        {...fieldIn(form, 'monthLimit', { validate: aLimit })}
      />
      {member && mayInCompany(role, 'approve') && (
        <>
          <SelectField
            label={say('Deputy')}
            hint={say('Approves in their place while they are away')}
            options={[
              ['', say('Nobody')],
              ...members
                .filter(({ userId }) => userId !== member.userId)
                .map(({ userId, name }) => [userId, name] as const),
            ]}
            {...fieldIn(form, 'deputy')}
          />
          <TextField
            label={say('Away until')}
            hint={say('The last day away. Leave empty if not away.')}
            type="date"
            {...fieldIn(form, 'awayUntil')}
          />
        </>
      )}
    </FormDialog>
  );
}

function written(limit: number | null | undefined): string {
  return typeof limit === 'number' ? String(limit) : '';
}
