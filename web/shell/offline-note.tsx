import { useEffect, useSyncExternalStore } from 'react';
import { reachability, watchReachability } from '#web/api/reachability.ts';
import { say } from '#web/saying/say.ts';

/** Says that the shop cannot be reached, until it can, over the page so that nothing moves: at its lower edge, on telephones, where totals and buttons stand there, at its upper one. */
export function OfflineNote() {
  const reachable = useSyncExternalStore(reachability.subscribe, reachability.now, () => true);
  useEffect(watchReachability, []);
  useEffect(() => {
    if (reachable) return;
    // A page whose script cannot be had would take the present one, and what was typed in it, with it.
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link?.getAttribute('href')?.startsWith('/')) event.preventDefault();
    };
    document.addEventListener('click', stay, { capture: true });
    return () => document.removeEventListener('click', stay, { capture: true });
  }, [reachable]);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-4 max-md:top-16 max-md:bottom-auto"
    >
      {!reachable && (
        <p className="bg-board text-on-board rounded-box border-on-board/25 flex items-center gap-3 border px-5 py-3 shadow-xl">
          <span className="loading loading-spinner loading-sm" aria-hidden="true" />
          <span>
            <strong className="font-semibold">{say('You are offline.')}</strong>{' '}
            <span>
              {say(
                'What you typed is kept, and your basket is saved once you are back online. Anything else that could not be sent says so: send it again once this note is gone.',
              )}
            </span>
          </span>
        </p>
      )}
    </div>
  );
}
