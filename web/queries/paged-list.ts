import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListPart } from '#web/api/call.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Key } from '#web/api/source.ts';

/** How many rows the dashboard's lists show at first, and each time they go on. */
const PART = 50;

/** What a part of a list is asked for with, beside what the list itself is about. */
export type PartQuery = {
  limit: number;
  cursor?: string;
};

/**
 * A list that is shown part by part, each beginning where the one before it ended. While another search is on its way the
 * rows of the last one stay, unless they were another person's.
 * @param key names the list with all that it was searched for
 */
export function usePagedList<Row>(
  key: Key,
  fetchPart: (part: PartQuery, signal: AbortSignal) => Promise<ListPart<Row>>,
) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPart({ limit: PART, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: (earlier, query) => (isSamePerson(query?.queryKey, key) ? earlier : undefined),
  });
}

function isSamePerson(one: Key | undefined, other: Key): boolean {
  return one !== undefined && (one[0] !== PERSONAL || one[1] === other[1]);
}
