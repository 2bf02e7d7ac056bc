import { useState } from 'react';
import { useForm } from '#web/forms/use-form.ts';
import { type Account, useAccountChanged } from '#web/queries/people/account.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { endTwoSteps, newBackupCodes, startTwoSteps, type TwoStepStart } from '#web/queries/people/change-account.ts';
import { useShop } from '#web/shell/shop-front.ts';
import { toast } from '#web/shell/toasts.ts';
import { BackupCodes } from './backup-codes.tsx';
import { ActionProblem } from './action-problem.tsx';
import { Section } from './section.tsx';
import { TwoStepSetup } from './two-step-setup.tsx';

/** Two-step sign-in: switch it on with an authenticator app, get new backup codes, switch it off. */
export function TwoStepSection({ account }: { account: Account }) {
  const { company } = useShop();
  const changed = useAccountChanged();
  const [start, setStart] = useState<TwoStepStart | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const action = useAction();
  const form = useForm({ defaultValues: { password: '' } });
  const passwordOf = ({ password }: { password: string }) => (account.hasPassword ? { password } : {});

  const act = (what: (password: { password?: string }) => Promise<void>) =>
    form.handleSubmit(async (values) => {
      if (await action.run(() => what(passwordOf(values)))) form.reset();
    })();
  const switchOff = async (password: { password?: string }) => {
    await endTwoSteps(password);
    await changed();
    setCodes(null);
    toast.success('Two-step sign-in is switched off.');
  };
  const switchedOn = async () => {
    setCodes(start?.backupCodes ?? null);
    setStart(null);
    await changed();
    toast.success('Two-step sign-in is switched on.');
  };

  return (
    <Section title="Two-step sign-in" state={account.twoFactorEnabled ? 'on' : 'off'}>
      <p>
        {account.twoFactorEnabled
          ? 'Switched on: every sign-in asks for a code from your authenticator app.'
          : 'With an authenticator app on your phone, nobody can sign in with a stolen password alone.'}
      </p>
      {codes && <BackupCodes codes={codes} />}
      {start ? (
        <TwoStepSetup start={start} onDone={switchedOn} onCancel={() => setStart(null)} />
      ) : (
        <form
          noValidate
          className="mt-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!account.twoFactorEnabled)
              void act(async (password) => setStart(await startTwoSteps(password, company.name)));
          }}
        >
          {account.hasPassword && (
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              {...fieldIn(form, 'password', { required: 'Password is required' })}
            />
          )}
          <ActionProblem problem={action.problem} />
          {account.twoFactorEnabled ? (
            <div className="mt-3 flex flex-wrap gap-2">
              <button
                type="button"
                className="btn"
                disabled={action.busy}
                onClick={() => void act(async (password) => setCodes(await newBackupCodes(password)))}
              >
                New backup codes
              </button>
              <button type="button" className="btn" disabled={action.busy} onClick={() => void act(switchOff)}>
                Switch off
              </button>
            </div>
          ) : (
            <button className="btn mt-3" disabled={action.busy}>
              Switch on
            </button>
          )}
        </form>
      )}
    </Section>
  );
}
