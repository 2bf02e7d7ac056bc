import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Account } from '#web/api/account.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useDeed } from '#web/routes/login/use-deed.ts';
import { identityCall } from '#web/session/identity-calls.ts';
import { tabSession, userCall } from '#web/session/tab-session.ts';
import { ConfirmDialog } from '#web/shell/confirm-dialog.tsx';
import { saveFile } from '#web/shell/save-file.ts';
import { toast } from '#web/shell/toasts.ts';
import { DeedProblem } from './deed-problem.tsx';
import { Section } from './section.tsx';

/** Take one's data along, and delete the account. */
export function LeaveSection({ account }: { account: Account }) {
  const download = useDeed();
  const save = () =>
    download.run(async () => {
      const data = await userCall('GET /user/:email/data', { params: { email: account.email } });
      saveFile('tradebench-my-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    });
  return (
    <Section title="Your data">
      <button type="button" className="btn" disabled={download.busy} onClick={() => void save()}>
        Download my data
      </button>
      <DeedProblem problem={download.problem} />
      <DeleteAccount account={account} />
    </Section>
  );
}

function DeleteAccount({ account: { hasPassword } }: { account: Account }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const deed = useDeed();
  const form = useForm({ defaultValues: { password: '' } });
  const leave = async () => {
    const { password } = form.getValues();
    const done = await deed.run(() => identityCall('/delete-user', hasPassword ? { password } : {}));
    setAsking(false);
    if (!done) return;
    tabSession().forget();
    toast.success('Your account is deleted.');
    await navigate('/');
  };
  return (
    <form
      noValidate
      className="mt-6"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit(() => setAsking(true))();
      }}
    >
      <p>Deleting your account removes your profile and every way in. Orders stay in our books without you.</p>
      {hasPassword && (
        <TextField
          label="Your password, to delete the account"
          type="password"
          autoComplete="current-password"
          error={form.formState.errors.password}
          {...form.register('password', { required: 'Password is required' })}
        />
      )}
      <DeedProblem problem={deed.problem} />
      <button className="btn mt-3" disabled={deed.busy}>
        Delete my account
      </button>
      {asking && (
        <ConfirmDialog
          action="Delete my account"
          busy={deed.busy}
          onConfirm={() => void leave()}
          onClose={() => setAsking(false)}
        >
          <p>Your account will be gone. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
