import { useCallback } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** Asks before what was typed is lost by going to another page; the browser itself asks where the tab is left. */
export function LeaveQuestion({ changed }: { changed: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changed && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (changed) event.preventDefault();
      },
      [changed],
    ),
  );
  if (blocker.state !== 'blocked') return null;
  const { reset, proceed } = blocker;
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => reset()}
      actions={
        <>
          <button type="button" className="btn" onClick={() => reset()}>
            Keep editing
          </button>
          <button type="button" className="btn btn-error" onClick={() => proceed()}>
            Leave
          </button>
        </>
      }
    >
      Your changes are not saved yet.
    </Dialog>
  );
}
