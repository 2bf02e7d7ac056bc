import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { WAY_IN_PROBLEMS } from '#contract/people/identity.ts';
import { SignInCard, SignInProblem } from '#web/sign-in/sign-in-card.tsx';
import { returnPath } from '#web/session/return-to.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { useAddressParameter } from '#web/session/use-address-parameter.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({ title: say('Signing in'), description: say('You are being signed in.') });

/** Where links in mails and other sites lead back to: sees who the session cookie names now, and goes on. */
export default function SignedInPage() {
  const navigate = useNavigate();
  const refusal = useAddressParameter('error');
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const address = new URLSearchParams(window.location.search);
    if (address.has('error')) return;
    const to = returnPath(address.get('to'));
    const done = doneText(address.get('done'));
    tabSession()
      .resume()
      .then((user) => {
        if (done) toast.success(user ? done : say('{done} Please log in.', { done }));
        return navigate(user ? to : '/login', { replace: true, state: user ? null : { from: to } });
      })
      .catch((error: Error) => setProblem(error.message));
  }, [navigate]);

  const message =
    refusal === null ? problem : (WAY_IN_PROBLEMS[refusal] ?? say('That did not work. Please try again.'));
  if (message === null) return <LoadingScreen />;
  return (
    <SignInCard title={say('That did not work')}>
      <SignInProblem message={message} />
      <PageLink to="/dashboard/myProfile" className="btn btn-primary btn-block mt-4">
        {say('My Profile')}
      </PageLink>
    </SignInCard>
  );
}

/** What a link may have done, by the name that its letter gave it in `done`. */
const DONE: Record<string, string> = {
  'email-verified': say('Your e-mail address is verified.'),
  'email-changed': 'The link is confirmed. Your profile shows which address is yours now.',
  'google-linked': say('Google is linked.'),
  'signed-in': say('You are signed in.'),
};

function doneText(name: string | null): string | undefined {
  return name !== null && Object.hasOwn(DONE, name) ? DONE[name] : undefined;
}
