import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Action } from '#web/forms/use-action.ts';
import { rememberComingBack } from '#web/session/guards.tsx';
import { googleAddress } from '#web/session/identity-calls.ts';
import { useSession } from '#web/session/tab-session.ts';
import { say } from '#web/saying/say.ts';

/** Leaves for Google's sign-in, which leads back to the login page. What keeps it from that, the card's action says. */
export function GoogleButton({ run }: Pick<Action, 'run'>) {
  const { state } = useLocation();
  const { status } = useSession();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const isOnTheWay = await run(async () => {
      const address = await googleAddress('/login');
      rememberComingBack(state);
      window.location.assign(address);
    });
    setLeaving(isOnTheWay);
  };
  return (
    <>
      <div className="divider">{say('OR')}</div>
      <button
        type="button"
        className="btn btn-outline btn-block"
        disabled={leaving}
        // Before the page is hydrated a press would be lost.
        inert={status === 'unknown'}
        onClick={() => void leave()}
      >
        {say('Continue with Google')}
      </button>
    </>
  );
}
