import { useCallback, useContext, useSyncExternalStore } from 'react';
import { hashOf, type Source, tabCache } from './data-cache.ts';
import { DocumentData } from './preload.tsx';

/** What the source gives, as soon as it is there; follows every change while it is shown. */
export function useSource<T>(source: Source<T>): T | undefined {
  const hash = hashOf(source.key);
  const fromDocument = useContext(DocumentData);
  const data = useSyncExternalStore(
    // oxlint-disable-next-line react/exhaustive-deps -- a key has one source, however often that is made anew
    useCallback((listener) => tabCache().watch(source, listener), [hash]),
    () => tabCache().read(source.key),
    () => fromDocument.get(hash),
  );
  // The source says what its key holds.
  return data as T | undefined;
}

/** Data that the page's loader has fetched before the page was shown. @throws Error where the loader forgot it */
export function useLoaded<T>(source: Source<T>): T {
  const data = useSource(source);
  if (data === undefined) throw new Error(`the loader did not fetch ${hashOf(source.key)}`);
  return data;
}
