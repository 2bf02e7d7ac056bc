import { type Account, useAccountChanged } from '#web/queries/people/account.ts';
import { usePhoneCode } from '#web/sign-in/phone-code.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { addPhone, removePhone } from '#web/queries/people/change-account.ts';
import { toast } from '#web/shell/toasts.ts';
import { ActionProblem } from './action-problem.tsx';
import { Section } from './section.tsx';

/** Add a phone number that signs in by code, and remove it. */
export function PhoneSection({ account: { phoneNumber } }: { account: Account }) {
  const changed = useAccountChanged();
  const action = useAction();
  const remove = () =>
    action.run(async () => {
      await removePhone();
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
  const { isSent, action, submit, phoneField, codeField } = usePhoneCode(async (phoneNumber, code) => {
    await addPhone(phoneNumber, code);
    await changed();
    toast.success('The phone number is added.');
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {phoneField}
      {isSent && codeField('Code from the message')}
      <ActionProblem problem={action.problem} />
      <button className="btn mt-3" disabled={action.busy}>
        {isSent ? 'Add phone number' : 'Send a code'}
      </button>
    </form>
  );
}
