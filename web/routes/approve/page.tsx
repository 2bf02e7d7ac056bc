import { useEffect, useState } from 'react';
import { ApiError, networkError } from '#web/api/api-error.ts';
import { ApprovalFacts } from '#web/approvals/approval-facts.tsx';
import { DecideForm } from '#web/approvals/decide-form.tsx';
import { takeFocus } from '#web/approvals/take-focus.ts';
import {
  type AskedApproval,
  decideByLetter,
  fetchApproval,
  passByLetter,
} from '#web/queries/buying/approval-by-letter.ts';
import { useAddressParameter } from '#web/session/use-address-parameter.ts';
import { money } from '#web/shell/format.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { NeedsScript } from '#web/shell/needs-script.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({
  title: say('Approve an order'),
  description: say('Approve or reject an order from your company.'),
});

/** Where the link of an approver's letter leads: nobody signs in, and nothing is decided by opening it. */
export default function ApprovePage() {
  const token = useAddressParameter('token') ?? '';
  const [attempt, setAttempt] = useState(0);
  return (
    <div className="min-h-screen">
      <Section id="approve" title={say('Approve an order')} level="h1">
        <NeedsScript to={say('see the order and decide')} />
        {token === '' ? (
          <p>{say('Open the link in your e-mail to see the order here. If you copy the link, copy all of it.')}</p>
        ) : (
          <ApprovalRequest key={`${attempt} ${token}`} token={token} onAgain={() => setAttempt(attempt + 1)} />
        )}
      </Section>
    </div>
  );
}

function ApprovalRequest({ token, onAgain }: { token: string; onAgain: () => void }) {
  const [asked, setAsked] = useState<AskedApproval | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetchApproval(token, leaving.signal).then(setAsked, (error: unknown) => {
      if (!leaving.signal.aborted) setProblem(error instanceof ApiError ? error : networkError());
    });
    return () => leaving.abort();
  }, [token]);

  if (done !== null) return <DecisionDone said={done} />;
  if (problem) return <ApprovalProblem problem={problem} onAgain={onAgain} />;
  if (!asked) return <LoadingScreen />;
  const sum = money(asked.price);
  /** What came of a link that is good no more is the page's; what else went wrong stands at the buttons. */
  const ending = async (act: () => Promise<string>) => {
    try {
      setDone(await act());
    } catch (error) {
      if (!(error instanceof ApiError) || !isOver(error)) throw error;
      setProblem(error);
    }
  };
  return (
    <article
      aria-labelledby="asked"
      className="grid gap-x-12 gap-y-5 lg:max-w-5xl lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <div className="lg:col-span-2">
        <h2 id="asked" className="text-xl font-semibold break-words">
          {say('{name} asks you to approve {sum}', { name: asked.orderedBy.name, sum })}
        </h2>
        <p className="muted break-words">
          {say('Order {number} for {company}. You decide as {name}.', {
            number: asked.number,
            company: asked.company,
            name: asked.approver.name,
          })}
        </p>
      </div>
      <ApprovalFacts order={asked} standing={asked.standing} />
      <DecideForm
        id={asked._id}
        others={asked.standing.others}
        onDecide={(decision, isLeaving) =>
          ending(async () => {
            const { state } = await decideByLetter(token, decision, isLeaving);
            return state === 'rejected'
              ? say('You rejected order {number}. {name} will be notified.', {
                  number: asked.number,
                  name: asked.orderedBy.name,
                })
              : say('You approved order {number} for {sum}. {name} will be notified.', {
                  number: asked.number,
                  sum,
                  name: asked.orderedBy.name,
                });
          })
        }
        onPass={({ userId, name }) =>
          ending(async () => {
            await passByLetter(token, userId);
            return say('{name} now decides on order {number}. They and {name2} will be notified.', {
              name,
              number: asked.number,
              name2: asked.orderedBy.name,
            });
          })
        }
      />
    </article>
  );
}

function isOver({ code }: ApiError): boolean {
  return code === 'APPROVAL_GONE' || code === 'APPROVAL_NOT_FOUND';
}

function DecisionDone({ said }: { said: string }) {
  return (
    <p ref={takeFocus} tabIndex={-1} data-focus-target role="status" className="alert alert-success max-w-prose">
      {said}
    </p>
  );
}

const TITLES: Partial<Record<ApiError['code'], string>> = {
  APPROVAL_GONE: say('There is nothing left to decide here'),
  APPROVAL_NOT_FOUND: 'This link does not work',
};

function ApprovalProblem({ problem, onAgain }: { problem: ApiError; onAgain: () => void }) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      data-focus-target
      role="alert"
      className="grid max-w-prose justify-items-start gap-3"
    >
      <h2 className="text-xl font-semibold">{TITLES[problem.code] ?? say('The order cannot be shown')}</h2>
      <p>{problem.message}</p>
      {isOver(problem) ? (
        <PageLink to="/dashboard/approvals" className="btn">
          {say('View your approvals')}
        </PageLink>
      ) : (
        <button type="button" className="btn btn-primary" onClick={onAgain}>
          {say('Try again')}
        </button>
      )}
    </div>
  );
}
