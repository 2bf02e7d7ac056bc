import { useForm } from '#web/forms/use-form.ts';
import { type Account, useAccountChanged } from '#web/queries/people/account.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { passwordRule } from '#web/sign-in/rules.ts';
import { useAction } from '#web/forms/use-action.ts';
import { changePassword } from '#web/queries/people/change-account.ts';
import { sendPasswordLink } from '#web/queries/people/ways-in.ts';
import { useUser } from '#web/session/signed-in.ts';
import { toast } from '#web/shell/toasts.ts';
import { ActionProblem } from './action-problem.tsx';
import { Section } from './section.tsx';

/** Change the password; who has none yet gets a link to set one. */
export function PasswordSection({ account }: { account: Account }) {
  return (
    <Section title="Password">
      {account.hasPassword ? <ChangePassword /> : <SetPassword email={account.email} />}
    </Section>
  );
}

function ChangePassword() {
  const { email } = useUser();
  const changed = useAccountChanged();
  const action = useAction();
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const submit = form.handleSubmit(async (passwords) => {
    await action.run(async () => {
      await changePassword(passwords);
      await changed();
      form.reset();
      toast.success('Your password has been changed. All other devices are signed out.');
    });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {/* Password managers look for the name that belongs to a password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...fieldIn(form, 'currentPassword', { required: 'Password is required' })}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        {...fieldIn(form, 'newPassword', passwordRule)}
      />
      <ActionProblem problem={action.problem} />
      <button className="btn mt-3" disabled={action.busy}>
        Change password
      </button>
    </form>
  );
}

function SetPassword({ email }: { email: string }) {
  const action = useAction();
  const send = () =>
    action.run(async () => {
      await sendPasswordLink(email);
      toast.success(`We have sent a link to ${email}.`);
    });
  return (
    <>
      <p>This account has no password yet.</p>
      <button type="button" className="btn mt-3" disabled={action.busy} onClick={() => void send()}>
        Send me a link to set one
      </button>
      <ActionProblem problem={action.problem} />
    </>
  );
}
