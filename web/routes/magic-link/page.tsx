import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { TextField } from '#web/forms/text-field.tsx';
import { emailRule } from '#web/sign-in/rules.ts';
import { SignInCard, SignInProblem, SubmitButton } from '#web/sign-in/sign-in-card.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { BackFromLogin } from '#web/session/guards.tsx';
import { identityCall } from '#web/session/identity-calls.ts';
import { rememberedPath, returnPath } from '#web/session/return-to.ts';
import { useSession } from '#web/session/tab-session.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Log in with an e-mail link', description: 'Get a link that signs you in.' });

export default function MagicLinkPage() {
  const { status } = useSession();
  return status === 'signed-in' ? <BackFromLogin /> : <MagicLinkCard />;
}

function MagicLinkCard() {
  const { state } = useLocation();
  const form = useForm({ defaultValues: { email: '' } });
  const sending = useAction();
  const { isSubmitSuccessful } = form.formState;
  const sent = isSubmitSuccessful && !sending.problem && !sending.busy;

  const submit = form.handleSubmit(({ email }) => {
    const callbackURL = `/signed-in?done=signed-in&to=${encodeURIComponent(returnPath(rememberedPath(state)))}`;
    const wish = { email, callbackURL, errorCallbackURL: '/signed-in' };
    return sending.run(() => identityCall('/sign-in/magic-link', wish)).then(() => {});
  });

  return (
    <SignInCard title="Log in with an e-mail link">
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={form.formState.errors.email}
          {...form.register('email', emailRule)}
        />
        <SignInProblem message={sending.problem?.message} />
        {sent && (
          <p role="status" className="text-success-content bg-success rounded-field mt-2 p-3">
            We have sent you a link. It is good for five minutes, and once.
          </p>
        )}
        <SubmitButton busy={sending.busy}>Send me a link</SubmitButton>
      </form>
      <p className="mt-2 text-center text-sm">
        <PageLink to="/login" state={state} className="link">
          Back to Login
        </PageLink>
      </p>
    </SignInCard>
  );
}
