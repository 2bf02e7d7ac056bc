import { useForm } from 'react-hook-form';
import { type Account, useAccountChanged } from '#web/api/account.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { passwordRule } from '#web/routes/login/rules.ts';
import { useDeed } from '#web/routes/login/use-deed.ts';
import { identityCall } from '#web/session/identity-calls.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';
import { DeedProblem } from './deed-problem.tsx';
import { Section } from './section.tsx';

/** Change the password; who has none yet gets a link to set one. */
export function PasswordSection({ user, account }: { user: SessionUser; account: Account }) {
  return (
    <Section title="Password">
      {account.hasPassword ? <ChangePassword user={user} /> : <SetPassword email={account.email} />}
    </Section>
  );
}

function ChangePassword({ user }: { user: SessionUser }) {
  const changed = useAccountChanged(user);
  const deed = useDeed();
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (passwords) => {
    await deed.run(async () => {
      await identityCall('/change-password', passwords);
      await changed();
      form.reset();
      toast.success('Your password is changed. Every other device is signed out.');
    });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {/* Password managers look for the name that belongs to a password. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword}
        {...form.register('currentPassword', { required: 'Password is required' })}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        error={errors.newPassword}
        {...form.register('newPassword', passwordRule)}
      />
      <DeedProblem problem={deed.problem} />
      <button className="btn mt-3" disabled={deed.busy}>
        Change password
      </button>
    </form>
  );
}

function SetPassword({ email }: { email: string }) {
  const deed = useDeed();
  const send = () =>
    deed.run(async () => {
      await identityCall('/request-password-reset', { email });
      toast.success(`We have sent a link to ${email}.`);
    });
  return (
    <>
      <p>This account has no password yet.</p>
      <button type="button" className="btn mt-3" disabled={deed.busy} onClick={() => void send()}>
        Send me a link to set one
      </button>
      <DeedProblem problem={deed.problem} />
    </>
  );
}
