import { useForm } from 'react-hook-form';
import { TextField } from '#web/forms/text-field.tsx';
import { emailRule } from '#web/sign-in/rules.ts';
import { SignInCard, SignInProblem, SubmitButton } from '#web/sign-in/sign-in-card.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { identityCall } from '#web/session/identity-calls.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Forgot your password?', description: 'Get a link to set a new password.' });

export default function ForgotPasswordPage() {
  const form = useForm({ defaultValues: { email: '' } });
  const sending = useAction();
  const sent = form.formState.isSubmitSuccessful && !sending.problem && !sending.busy;
  const submit = form.handleSubmit(({ email }) =>
    sending.run(() => identityCall('/request-password-reset', { email })).then(() => {}),
  );
  return (
    <SignInCard title="Forgot your password?">
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={form.formState.errors.email}
          {...form.register('email', emailRule)}
        />
        <SignInProblem message={sending.problem?.message} />
        {sent && (
          <p role="status" className="text-success-content bg-success rounded-field mt-2 p-3">
            If there is an account with this address, a link to set a new password is on its way to it.
          </p>
        )}
        <SubmitButton busy={sending.busy}>Send me a link</SubmitButton>
      </form>
      <p className="mt-2 text-center text-sm">
        <PageLink to="/login" className="link">
          Back to Login
        </PageLink>
      </p>
    </SignInCard>
  );
}
