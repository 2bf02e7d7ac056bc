import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { acceptInvitation } from '#web/queries/buying/own-companies.ts';
import { useSession } from '#web/session/tab-session.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { Section } from '#web/ui/section.tsx';
import { say } from '#web/saying/say.ts';
import { Said } from '#web/shell/said.tsx';

export const meta = metaOf({
  title: say('Join a company'),
  description: say('Accept an invitation to buy for a company.'),
});

/** Where the link of an invitation into a company leads: nothing is joined by opening it. */
export default function JoinPage() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const token = useSearchParams()[0].get('token') ?? '';
  return (
    <div className="min-h-screen">
      <Section id="join" title={say('Join a company')} level="h1">
        {status === 'unknown' && <LoadingScreen />}
        {status === 'signed-out' && (
          <div className="grid max-w-prose gap-3">
            <p>
              {say(
                'You are invited to buy for a company. Sign in with the e-mail address that the invitation was sent to.',
              )}
            </p>
            <p className="flex flex-wrap gap-3">
              <PageLink to="/magic-link" state={{ from: pathname + search }} className="btn btn-primary">
                {say('Sign in by an e-mail link')}
              </PageLink>
              <PageLink to="/login" state={{ from: pathname + search }} className="btn btn-outline">
                {say('Sign in another way')}
              </PageLink>
            </p>
          </div>
        )}
        {status === 'signed-in' && <Accept token={token} />}
      </Section>
    </div>
  );
}

function Accept({ token }: { token: string }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const { busy, problem, run } = useAction();
  const [gone, setGone] = useState(false);
  if (!user && !gone) return <Navigate to="/login" replace />;
  const join = () =>
    run(async () => {
      const { companyId } = await acceptInvitation(token);
      setGone(true);
      toast.success(say('You have joined the company'));
      await navigate(`/dashboard/company/${companyId}`, { replace: true });
    });
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <p>
        <Said
          text={say('You are signed in as <email>{email}</email>. Join the company that invited this address?', {
            email: user?.email ?? '',
          })}
          tags={{ email: (words) => <strong>{words}</strong> }}
        />
      </p>
      <FormProblem message={problem?.message} />
      <button type="button" className="btn btn-primary" disabled={busy || token === ''} onClick={() => void join()}>
        {say('Join the company')}
      </button>
      {token === '' && <p role="alert">{say('This link is incomplete. Open it from the e-mail again.')}</p>}
    </div>
  );
}
