import { useQuery } from '@tanstack/react-query';
import { queryOf, type Source } from './source.ts';

/** What the source gives, as soon as it is there; follows every change while it is shown. */
export function useSource<T>(source: Source<T>): T | undefined {
  return useQuery(queryOf(source)).data;
}

/** Data that the page's loader has fetched before the page was shown. @throws Error where the loader forgot it */
export function useLoaded<T>(source: Source<T>): T {
  const data = useSource(source);
  if (data === undefined) throw new Error(`the loader did not fetch ${JSON.stringify(source.key)}`);
  return data;
}
