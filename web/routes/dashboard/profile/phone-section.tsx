import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Account, useAccountChanged } from '#web/queries/account.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { codeRule, phoneRule } from '#web/sign-in/rules.ts';
import { useAction } from '#web/forms/use-action.ts';
import { identityCall } from '#web/session/identity-calls.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';
import { ActionProblem } from './action-problem.tsx';
import { Section } from './section.tsx';

/** Add a phone number that signs in by code, and remove it. */
export function PhoneSection({ user, account: { phoneNumber } }: { user: SessionUser; account: Account }) {
  const changed = useAccountChanged(user);
  const action = useAction();
  const remove = () =>
    action.run(async () => {
      await identityCall('/update-user', { phoneNumber: null });
      await changed();
      toast.success('The phone number is removed.');
    });
  return (
    <Section title="Log in by phone" state={phoneNumber ?? 'off'}>
      {phoneNumber === null ? (
        <AddPhone changed={changed} />
      ) : (
        <>
          <p>{phoneNumber}</p>
          <button type="button" className="btn mt-3" disabled={action.busy} onClick={() => void remove()}>
            Remove phone number
          </button>
          <ActionProblem problem={action.problem} />
        </>
      )}
    </Section>
  );
}

function AddPhone({ changed }: { changed: () => Promise<void> }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const action = useAction();
  const form = useForm({ defaultValues: { phoneNumber: '', code: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ phoneNumber, code }) => {
    await action.run(async () => {
      if (sentTo === null) {
        await identityCall('/phone-number/send-otp', { phoneNumber });
        setSentTo(phoneNumber);
        return;
      }
      await identityCall('/phone-number/verify', { phoneNumber: sentTo, code, updatePhoneNumber: true });
      await changed();
      toast.success('The phone number is added.');
    });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        readOnly={sentTo !== null}
        hint="With the country code, such as +8801712345678"
        error={errors.phoneNumber}
        {...form.register('phoneNumber', phoneRule)}
      />
      {sentTo !== null && (
        <TextField
          label="Code from the message"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.code}
          {...form.register('code', codeRule)}
        />
      )}
      <ActionProblem problem={action.problem} />
      <button className="btn mt-3" disabled={action.busy}>
        {sentTo === null ? 'Send a code' : 'Add phone number'}
      </button>
    </form>
  );
}
