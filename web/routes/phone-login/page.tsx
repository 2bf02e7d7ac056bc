import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { TextField } from '#web/forms/text-field.tsx';
import { codeRule, phoneRule } from '#web/sign-in/rules.ts';
import { SignInCard, SignInProblem, SubmitButton } from '#web/sign-in/sign-in-card.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { BackFromLogin } from '#web/session/guards.tsx';
import { identityCall, SECOND_STEP, signInWithPhone } from '#web/session/identity-calls.ts';
import { tabSession, useSession } from '#web/session/tab-session.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Log in with a code by phone', description: 'Get a code by phone that signs you in.' });

export default function PhoneLoginPage() {
  const { status } = useSession();
  return status === 'signed-in' ? <BackFromLogin /> : <PhoneLoginCard />;
}

function PhoneLoginCard() {
  const { state } = useLocation();
  const navigate = useNavigate();
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
      const user = await signInWithPhone(sentTo, code);
      if (user === SECOND_STEP) await navigate('/two-factor', { state });
      else await tabSession().begin(user);
    });
  });

  return (
    <SignInCard title="Log in with a code by phone">
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
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
          <>
            <p role="status" className="mt-2">
              If this number belongs to an account, it gets a code now.
            </p>
            <TextField
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errors.code}
              {...form.register('code', codeRule)}
            />
          </>
        )}
        <SignInProblem message={action.problem?.message} />
        <SubmitButton busy={action.busy}>{sentTo === null ? 'Send me a code' : 'Log in'}</SubmitButton>
        {sentTo !== null && (
          <button type="button" className="btn btn-ghost btn-block mt-2" onClick={() => setSentTo(null)}>
            Use another number, or send again
          </button>
        )}
      </form>
      <p className="mt-2 text-center text-sm">
        <PageLink to="/login" state={state} className="link">
          Back to Login
        </PageLink>
      </p>
    </SignInCard>
  );
}
