import { type OpenSession, useAccountChanged, useOpenSessions } from '#web/queries/people/account.ts';
import { useAction } from '#web/forms/use-action.ts';
import { endAllSessions, endOtherSessions, endSession } from '#web/queries/people/change-account.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { moment } from '#web/shell/moment.ts';
import { toast } from '#web/shell/toasts.ts';
import { ActionProblem } from './action-problem.tsx';
import { deviceName } from './device-name.ts';
import { Section } from './section.tsx';

/** Where the user is signed in, and the ways to end it. */
export function SessionsSection() {
  const { data, error } = useOpenSessions();
  const changed = useAccountChanged();
  const action = useAction();
  const end = (call: () => Promise<unknown>, done: string) =>
    action.run(async () => {
      await call();
      await changed();
      toast.success(done);
    });
  const endAll = () =>
    action.run(async () => {
      await endAllSessions();
      tabSession().forget();
    });
  return (
    <Section title="Where you are signed in">
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <div className="skeleton h-20" role="status" aria-label="Loading your sessions" />}
      <ul className="divide-base-300 divide-y">
        {data?.map((session) => (
          <li key={session.token} className="flex items-center justify-between gap-4 py-3">
            <SessionFacts session={session} />
            {!session.current && (
              <button
                type="button"
                className="btn btn-sm"
                disabled={action.busy}
                aria-label={`Sign out ${deviceName(session.userAgent)}, signed in ${moment(session.createdAt)}`}
                onClick={() => void end(() => endSession(session.token), 'That device is signed out.')}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      <ActionProblem problem={action.problem} />
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn"
          disabled={action.busy}
          onClick={() => void end(endOtherSessions, 'All other devices are signed out.')}
        >
          Sign out other devices
        </button>
        <button type="button" className="btn" disabled={action.busy} onClick={() => void endAll()}>
          Sign out everywhere
        </button>
      </div>
    </Section>
  );
}

function SessionFacts({ session: { userAgent, ipAddress, createdAt, current } }: { session: OpenSession }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {deviceName(userAgent)} {current && <span className="badge badge-success badge-sm">this device</span>}
      </p>
      <p className="text-sm break-words">
        Since {moment(createdAt)}
        {ipAddress && <span>{`, from ${ipAddress}`}</span>}
      </p>
    </div>
  );
}
