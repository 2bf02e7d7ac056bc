import { useQuery } from '@tanstack/react-query';
import type { Source } from './seed.tsx';

/** The query's data and state, wherever they stand. */
export function useSource<T>(source: Source<T>, options: { enabled?: boolean } = {}) {
  return useQuery({ queryKey: source.queryKey, queryFn: () => source.fetch(), ...options });
}

/** Data that the page's loader has fetched before the page was shown. @throws Error where the loader forgot it */
export function useLoaded<T>(source: Source<T>): T {
  const { data } = useSource(source);
  if (data === undefined) throw new Error(`the loader did not fetch ${JSON.stringify(source.queryKey)}`);
  return data;
}
