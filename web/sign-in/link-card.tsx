import { fieldIn } from '#web/forms/field-in.ts';
import { useAction } from '#web/forms/use-action.ts';
import { useForm } from '#web/forms/use-form.ts';
import { say } from '#web/saying/say.ts';
import { EmailField } from './fields.tsx';
import { emailRule } from './rules.ts';
import { BackToLogin, SignInCard, SignInProblem, SubmitButton } from './sign-in-card.tsx';

interface LinkCardProps {
  title: string;
  autoComplete: 'email' | 'username';
  /** @throws what the form shows */
  send: (email: string) => Promise<unknown>;
  /** What is said when it was sent. */
  sent: string;
  /** What the way back to signing in remembers. */
  state?: unknown;
}

/** A form that sends a link to an address. */
export function LinkCard({ title, autoComplete, send, sent, state }: LinkCardProps) {
  const form = useForm({ defaultValues: { email: '' } });
  const sending = useAction();
  const isSent = form.formState.isSubmitSuccessful && !sending.problem && !sending.busy;
  const submit = form.handleSubmit(({ email }) => sending.run(() => send(email)));
  return (
    <SignInCard title={title}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <EmailField autoComplete={autoComplete} {...fieldIn(form, 'email', emailRule)} />
        <SignInProblem message={sending.problem?.message} />
        {isSent && (
          <p role="status" className="text-success-content bg-success rounded-field mt-2 p-3">
            {sent}
          </p>
        )}
        <SubmitButton busy={sending.busy}>{say('Send me a link')}</SubmitButton>
      </form>
      <BackToLogin state={state} />
    </SignInCard>
  );
}
