import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { sendWhatWasSentEarly } from '#web/forms/sent-early.ts';
import { BackFromLogin } from '#web/session/guards.tsx';
import { rememberedPath } from '#web/session/return-to.ts';
import { NeedsScript } from '#web/shell/needs-script.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { useSession } from '#web/session/tab-session.ts';
import { say } from '#web/saying/say.ts';

/** The page of a card that is for visitors: whoever is signed in is led back to where they came from. */
export function forVisitors(Card: () => ReactNode) {
  return function VisitorsPage() {
    return useSession().status === 'signed-in' ? <BackFromLogin /> : <Card />;
  };
}

/** Whoever comes from no tool needs none of it. */
const WantedTool = lazy(() => import('./wanted-tool.tsx'));

interface CardProps {
  title: string;
  /** The title where somebody comes from a tool, which the card then names. */
  toOrder?: string;
  children: ReactNode;
}

/** The card of the login and register pages. */
export function SignInCard({ title, toOrder, children }: CardProps) {
  const { state } = useLocation();
  const [, toolId] = /^\/products\/([^/?#]+)/.exec((toOrder && rememberedPath(state)) ?? '') ?? [];
  return (
    <div className="bg-base-200 flex min-h-[calc(100vh-10rem)] items-center justify-center px-4 py-10">
      <section className="bg-base-100 border-base-300 rounded-box w-full max-w-md border" aria-labelledby="card-title">
        <div className="p-6 sm:p-8">
          <span aria-hidden="true" className="rule-edge text-accent mb-4 block w-20" />
          <h1 id="card-title" className="mb-4 text-3xl font-semibold text-balance">
            {toolId === undefined ? title : toOrder}
          </h1>
          {toolId !== undefined && (
            <Suspense fallback={<div className="mb-4 min-h-36 sm:min-h-32" />}>
              <WantedTool id={toolId} />
            </Suspense>
          )}
          <NeedsScript to={say('log in or register')} />
          {children}
        </div>
      </section>
    </div>
  );
}

/** A refusal of identity, as spec §8 words it. */
export function SignInProblem({ message }: { message: string | undefined }) {
  return <FormProblem message={message && say('Error: {message}', { message })} />;
}

/** Sends the card's form; a click or Enter from before the page came alive is acted on then. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  const isAlive = useSession().status !== 'unknown';
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAlive) sendWhatWasSentEarly(button.current?.form ?? null);
  }, [isAlive]);
  return (
    <button ref={button} className="btn btn-primary btn-block mt-4" disabled={busy}>
      {children}
    </button>
  );
}

/** @param state what the way there remembers */
export function BackToLogin({ state }: { state?: unknown }) {
  return (
    <p className="mt-2 text-center text-sm">
      <PageLink to="/login" state={state} className="link">
        {say('Back to Login')}
      </PageLink>
    </p>
  );
}
