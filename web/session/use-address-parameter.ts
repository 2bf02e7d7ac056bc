import { useSyncExternalStore } from 'react';

/**
 * A parameter of the page's address; null on the server, where one page serves every address, and until the page has
 * come alive.
 */
export function useAddressParameter(name: string): string | null {
  return useSyncExternalStore(
    () => () => {},
    () => new URLSearchParams(window.location.search).get(name),
    () => null,
  );
}
