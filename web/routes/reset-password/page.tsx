import { useNavigate } from 'react-router';
import { useForm } from '#web/forms/use-form.ts';
import { PasswordField } from '#web/sign-in/fields.tsx';
import { passwordRule } from '#web/sign-in/rules.ts';
import { SignInCard, SignInProblem, SubmitButton } from '#web/sign-in/sign-in-card.tsx';
import { fieldIn } from '#web/forms/field-in.ts';
import { useAction } from '#web/forms/use-action.ts';
import { setPassword } from '#web/queries/people/ways-in.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({
  title: say('Reset your password'),
  description: say('Choose a new password for your account.'),
});

export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const action = useAction();
  const form = useForm({ defaultValues: { newPassword: '' } });

  const submit = form.handleSubmit(async ({ newPassword }) => {
    const token = new URLSearchParams(window.location.search).get('token') ?? '';
    if (!(await action.run(() => setPassword(token, newPassword)))) return;
    // Every session has ended, this browser's too.
    tabSession().forget();
    toast.success(say('Your password is set. Please log in with it.'));
    await navigate('/login', { replace: true });
  });

  return (
    <SignInCard title={say('Reset your password')}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label={say('New password')}
          autoComplete="new-password"
          {...fieldIn(form, 'newPassword', passwordRule)}
        />
        <SignInProblem message={action.problem?.message} />
        <SubmitButton busy={action.busy}>{say('Set password')}</SubmitButton>
      </form>
      {action.problem?.code === 'INVALID_TOKEN' && (
        <p className="mt-2 text-center text-sm">
          <TextLink to="/forgot-password">{say('Ask for a new link')}</TextLink>
        </p>
      )}
    </SignInCard>
  );
}
