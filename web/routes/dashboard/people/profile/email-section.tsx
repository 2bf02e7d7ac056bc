import { useForm } from '#web/forms/use-form.ts';
import type { Account } from '#web/queries/people/account.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { emailRule } from '#web/sign-in/rules.ts';
import { useAction } from '#web/forms/use-action.ts';
import { changeEmail, sendEmailProof } from '#web/queries/people/change-account.ts';
import { toast } from '#web/shell/toasts.ts';
import { ActionProblem } from './action-problem.tsx';
import { Section } from './section.tsx';

const BACK = '/signed-in?to=/dashboard/myProfile';

/** Verify the e-mail address, and change it. */
export function EmailSection({ account: { email, emailVerified } }: { account: Account }) {
  const verifying = useAction();
  const changing = useAction();
  const form = useForm({ defaultValues: { newEmail: '' } });

  const verify = () =>
    verifying.run(async () => {
      await sendEmailProof(email, `${BACK}&done=email-verified`);
      toast.success('We have sent you a link to verify your address.');
    });
  const change = form.handleSubmit(async ({ newEmail }) => {
    await changing.run(async () => {
      await changeEmail(newEmail, `${BACK}&done=email-changed`);
      form.reset();
      toast.success(`We have sent a link to ${emailVerified ? email : newEmail}.`);
    });
  });

  return (
    <Section title="E-mail address" state={emailVerified ? 'verified' : 'not verified'}>
      <p className="break-words">{email}</p>
      {!emailVerified && (
        <button type="button" className="btn btn-sm mt-2" disabled={verifying.busy} onClick={() => void verify()}>
          Send a link to verify it
        </button>
      )}
      <ActionProblem problem={verifying.problem} />
      <form noValidate className="mt-4" onSubmit={(event) => void change(event)}>
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          hint={
            emailVerified
              ? 'Confirm the change with a link sent to your current address, then with one sent to the new address.'
              : undefined
          }
          {...fieldIn(form, 'newEmail', emailRule)}
        />
        <ActionProblem problem={changing.problem} />
        <button className="btn mt-3" disabled={changing.busy}>
          Change email
        </button>
      </form>
    </Section>
  );
}
