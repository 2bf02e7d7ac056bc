import { useSyncExternalStore } from 'react';

/** How much room rows have. One choice for all tables of this browser. */
export type Density = 'roomy' | 'dense';

const KEY = 'tradebench.rows';
const listeners = new Set<() => void>();

function read(): Density {
  try {
    return window.localStorage.getItem(KEY) === 'dense' ? 'dense' : 'roomy';
  } catch {
    return 'roomy';
  }
}

/** The chosen density, and what chooses another. */
export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    () => 'roomy' as const,
  );
  return [density, choose];
}

function choose(density: Density): void {
  try {
    window.localStorage.setItem(KEY, density);
  } catch {
    // A browser that stores nothing shows the usual rows.
  }
  for (const listener of listeners) listener();
}
