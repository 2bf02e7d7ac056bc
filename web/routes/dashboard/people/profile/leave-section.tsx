import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useForm } from '#web/forms/use-form.ts';
import type { Account } from '#web/queries/people/account.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { deleteAccount, fetchOwnData } from '#web/queries/people/change-account.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { saveFile } from '#web/shell/save-file.ts';
import { toast } from '#web/shell/toasts.ts';
import { ActionProblem } from './action-problem.tsx';
import { Section } from './section.tsx';

/** Take one's data along, and delete the account. */
export function LeaveSection({ account }: { account: Account }) {
  const download = useAction();
  const save = () =>
    download.run(async () => {
      const data = await fetchOwnData(account.email);
      await saveFile(new Response(JSON.stringify(data, null, 2)), 'tradebench-my-data.json');
    });
  return (
    <Section title="Your data">
      <button type="button" className="btn" disabled={download.busy} onClick={() => void save()}>
        Download my data
      </button>
      <ActionProblem problem={download.problem} />
      <DeleteAccount account={account} />
    </Section>
  );
}

function DeleteAccount({ account: { hasPassword } }: { account: Account }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const action = useAction();
  const form = useForm({ defaultValues: { password: '' } });
  const leave = async () => {
    const { password } = form.getValues();
    const done = await action.run(() => deleteAccount(hasPassword ? { password } : {}));
    setAsking(false);
    if (!done) return;
    tabSession().forget('asked');
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
      <p>
        Deleting your account removes your profile and every way to sign in. Orders stay in our books without your
        details.
      </p>
      {hasPassword && (
        <TextField
          label="Your password, to delete the account"
          type="password"
          autoComplete="current-password"
          {...fieldIn(form, 'password', { required: 'Password is required' })}
        />
      )}
      <ActionProblem problem={action.problem} />
      <button className="btn mt-3" disabled={action.busy}>
        Delete my account
      </button>
      {asking && (
        <ConfirmDialog
          action="Delete my account"
          busy={action.busy}
          onConfirm={() => void leave()}
          onClose={() => setAsking(false)}
        >
          <p>Your account will be deleted. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
