import { useState } from 'react';
import { useLocation } from 'react-router';
import { rememberComingBack } from '#web/session/guards.tsx';
import { googleAddress } from '#web/session/identity-calls.ts';
import { useSession } from '#web/session/tab-session.ts';

/** Leaves for Google's sign-in, which leads back to the login page. */
export function GoogleButton({ onProblem }: { onProblem: (message: string) => void }) {
  const { state } = useLocation();
  const { status } = useSession();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      const address = await googleAddress('/login');
      rememberComingBack(state);
      window.location.assign(address);
    } catch (error) {
      setLeaving(false);
      onProblem(error instanceof Error ? error.message : 'Please try again.');
    }
  };
  return (
    <>
      <div className="divider">OR</div>
      <button
        type="button"
        className="btn btn-outline btn-block"
        disabled={leaving}
        // Before the page has come alive a press would go unheard.
        inert={status === 'unknown'}
        onClick={() => void leave()}
      >
        Continue with Google
      </button>
    </>
  );
}
