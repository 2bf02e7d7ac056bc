import { useLocation, useNavigate } from 'react-router';
import { usePhoneCode } from '#web/sign-in/phone-code.tsx';
import { BackToLogin, forVisitors, SignInCard, SignInProblem, SubmitButton } from '#web/sign-in/sign-in-card.tsx';
import { SECOND_STEP, signInWithPhone } from '#web/session/identity-calls.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({
  title: say('Log in with a code by phone'),
  description: say('Get a code by phone that signs you in.'),
});

export default forVisitors(PhoneLoginCard);

function PhoneLoginCard() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { isSent, again, action, submit, phoneField, codeField } = usePhoneCode(async (phoneNumber, code) => {
    const user = await signInWithPhone(phoneNumber, code);
    if (user === SECOND_STEP) await navigate('/two-factor', { state });
    else await tabSession().begin(user);
  });

  return (
    <SignInCard title={say('Log in with a code by phone')}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        {phoneField}
        {isSent && (
          <>
            <p role="status" className="mt-2">
              {say('If this number belongs to an account, we have sent it a code.')}
            </p>
            {codeField(say('Code'))}
          </>
        )}
        <SignInProblem message={action.problem?.message} />
        <SubmitButton busy={action.busy}>{isSent ? say('Log in') : say('Send me a code')}</SubmitButton>
        {isSent && (
          <button type="button" className="btn btn-ghost btn-block mt-2" onClick={again}>
            {say('Use another number, or send again')}
          </button>
        )}
      </form>
      <BackToLogin state={state} />
    </SignInCard>
  );
}
