import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/api/listeners.ts';
import { say } from '#web/saying/say.ts';
import { PRODUCTS_VIEW } from './view.ts';

type View = 'cards' | 'table';

const listeners = createListeners();

function read(): View {
  return document.documentElement.dataset['view'] === 'table' ? 'table' : 'cards';
}

/** The list's look is the document's, so that what was chosen stands before anything is painted; see root.tsx. */
function choose(view: View): void {
  document.documentElement.dataset['view'] = view;
  try {
    window.localStorage.setItem(PRODUCTS_VIEW, view);
  } catch {
    // A browser that keeps nothing shows the cards next time.
  }
  listeners.tell();
}

const CHOICES = { cards: say('Cards'), table: say('Table') } as const;

/** Cards to look at, or a table to compare; remembered in this browser. */
export function ViewSwitch() {
  const view = useSyncExternalStore(listeners.subscribe, read, () => 'cards' as const);
  return (
    <div role="group" aria-label={say('How the tools are shown')} className="view-switch join">
      {(['cards', 'table'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={`btn btn-sm join-item max-sm:min-h-11 ${each === view ? 'btn-primary' : ''}`}
          aria-pressed={each === view}
          onClick={() => choose(each)}
        >
          {CHOICES[each]}
        </button>
      ))}
    </div>
  );
}
