import { useLocation } from 'react-router';
import { fieldIn } from '#web/forms/field-in.ts';
import { useAction } from '#web/forms/use-action.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { EmailField, PasswordField } from '#web/sign-in/fields.tsx';
import { GoogleButton } from '#web/sign-in/google-button.tsx';
import { emailRule, nameRule, passwordRule } from '#web/sign-in/rules.ts';
import { forVisitors, SignInCard, SignInProblem, SubmitButton } from '#web/sign-in/sign-in-card.tsx';
import { signUp } from '#web/session/identity-calls.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({
  title: say('Register'),
  description: say('Create an account to order hand tools in bulk.'),
  path: '/register',
});

export default forVisitors(RegisterCard);

function RegisterCard() {
  const { state } = useLocation();
  const form = useForm({ defaultValues: { name: '', email: '', password: '' } });
  const { busy, problem, run } = useAction();
  const submit = form.handleSubmit(({ name, email, password }) =>
    run(async () => tabSession().begin(await signUp(name.trim(), email, password))),
  );

  return (
    <SignInCard title={say('Register')} toOrder={say('Register to order')}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <TextField label={say('Name')} autoComplete="name" {...fieldIn(form, 'name', nameRule)} />
        <EmailField {...fieldIn(form, 'email', emailRule)} />
        <PasswordField autoComplete="new-password" {...fieldIn(form, 'password', passwordRule)} />
        <SignInProblem message={problem?.message} />
        <SubmitButton busy={busy}>{say('Register')}</SubmitButton>
      </form>
      <p className="mt-2 text-center text-sm">
        <span>{say('Already have an account?')}</span>{' '}
        <PageLink to="/login" state={state} className="link link-primary">
          {say('Please Login')}
        </PageLink>
      </p>
      <GoogleButton run={run} />
    </SignInCard>
  );
}
