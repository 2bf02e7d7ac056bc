import { say } from '#web/saying/say.ts';
import { useNavigation } from 'react-router';

/** On a slow line a click shows at once that something is under way; where the page is there first, nothing flashes. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50">
      {state !== 'idle' && (
        <>
          <span className="sr-only">{say('Loading the page')}</span>
          <span aria-hidden="true" className="navigation-progress" />
        </>
      )}
    </div>
  );
}
