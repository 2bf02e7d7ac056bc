import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { WAY_IN_PROBLEMS } from '#contract/people/identity.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { useAction } from '#web/forms/use-action.ts';
import { useForm } from '#web/forms/use-form.ts';
import { forgetSentAway, isComingBack, NOT_STAFF, sentAwayFrom } from '#web/session/guards.tsx';
import { SECOND_STEP, signInWithPassword } from '#web/session/identity-calls.ts';
import { rememberedPath } from '#web/session/return-to.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { useAddressParameter } from '#web/session/use-address-parameter.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { TextLink } from '#web/shell/text-link.tsx';
import { brandOf, useShop } from '#web/shell/shop-front.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { EmailField, PasswordField } from '#web/sign-in/fields.tsx';
import { GoogleButton } from '#web/sign-in/google-button.tsx';
import { emailRule, passwordRule } from '#web/sign-in/rules.ts';
import { forVisitors, SignInCard, SignInProblem, SubmitButton } from '#web/sign-in/sign-in-card.tsx';
import { say } from '#web/saying/say.ts';
import { Said } from '#web/shell/said.tsx';

export const meta = metaOf({
  title: say('Login'),
  description: say('Sign in to order, pay and see your orders.'),
  path: '/login',
});

export default forVisitors(LoginCard);

function LoginCard() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const reason = useAddressParameter('error');
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const { busy, problem, run } = useAction();

  useEffect(() => {
    const from = sentAwayFrom();
    if (from === null) return;
    // Forgotten once the location has it: whoever signs in before that is led back, too.
    if (rememberedPath(state) === from) forgetSentAway();
    else void navigate('/login', { replace: true, state: { from } });
  }, [navigate, state]);
  const resume = useEffectEvent(() => void run(() => tabSession().resume()));
  useEffect(() => {
    if (isComingBack()) resume();
  }, []);

  const submit = form.handleSubmit(({ email, password }) =>
    run(async () => {
      const user = await signInWithPassword(email, password);
      if (user === SECOND_STEP) await navigate('/two-factor', { state });
      else await tabSession().begin(user);
    }),
  );

  const shopName = brandOf(useShop());
  const refusedElsewhere =
    reason === null ? undefined : (WAY_IN_PROBLEMS[reason] ?? say('You could not be signed in. Please try again.'));
  return (
    <SignInCard title={say('Login')} toOrder={say('Sign in to order')}>
      {reasonOf(state) === NOT_STAFF && (
        <p role="status" className="alert mb-4">
          {say('That page is for shop staff only, so you were signed out. Log in again to go to your dashboard.')}
        </p>
      )}
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <EmailField {...fieldIn(form, 'email', emailRule)} />
        <PasswordField autoComplete="current-password" {...fieldIn(form, 'password', passwordRule)} />
        <SignInProblem message={problem?.message ?? refusedElsewhere} />
        <SubmitButton busy={busy}>{say('Login')}</SubmitButton>
      </form>
      <p className="mt-2 text-center text-sm">
        <span>{say('New to {shopName}?', { shopName })}</span>{' '}
        <PageLink to="/register" state={state} className="link link-primary">
          {say('Create New Account')}
        </PageLink>
      </p>
      <p className="text-center text-sm">
        <TextLink to="/forgot-password">{say('Forgot your password?')}</TextLink>
      </p>
      <GoogleButton run={run} />
      <p className="mt-2 text-center text-sm">
        <Said
          text={say('Or log in with an <mail>e-mail link</mail> or a <phone>code by phone</phone>')}
          tags={{
            mail: (words) => (
              <PageLink to="/magic-link" state={state} className="link">
                {words}
              </PageLink>
            ),
            phone: (words) => (
              <PageLink to="/phone-login" state={state} className="link">
                {words}
              </PageLink>
            ),
          }}
        />
      </p>
    </SignInCard>
  );
}

/** Why a guard led here, as it wrote it into the location's state. */
function reasonOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'reason' in state ? state.reason : undefined;
}
