import { useNavigate } from 'react-router';
import type { Action } from '#web/forms/use-action.ts';
import { tabSession } from '#web/session/tab-session.ts';

/** Why something was not done; where it needs a recent sign-in (spec §8), the way to one. */
export function ActionProblem({ problem }: Pick<Action, 'problem'>) {
  const navigate = useNavigate();
  if (!problem) return null;
  const signInAgain = async () => {
    await tabSession()
      .end()
      .catch(() => {});
    await navigate('/login', { state: { from: '/dashboard/myProfile' } });
  };
  return (
    <div role="alert" className="text-error mt-2">
      <p>{problem.message}</p>
      {problem.code === 'SESSION_NOT_FRESH' && (
        <button type="button" className="btn btn-sm btn-outline mt-2" onClick={() => void signInAgain()}>
          Log in again
        </button>
      )}
    </div>
  );
}
