import { useCallback, useSyncExternalStore } from 'react';

/** Below which width of the window rows are cards: telephones, and for many columns desks with little room too. */
const CARDS_BELOW = { usual: '(width < 40rem)', wide: '(width < 64rem)' };

/** Whether a table's rows are cards now. @param isWide whether it has many columns */
export function useCards(isWide: boolean): boolean {
  const query = CARDS_BELOW[isWide ? 'wide' : 'usual'];
  return useSyncExternalStore(
    useCallback(
      (listener) => {
        const media = window.matchMedia(query);
        media.addEventListener('change', listener);
        return () => media.removeEventListener('change', listener);
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
    () => false,
  );
}
