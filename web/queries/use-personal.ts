import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallAnswer, CallId, CallInput, ListCall } from '#web/api/call.ts';
import { useUser } from '#web/session/signed-in.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import { usePagedList } from './paged-list.ts';

/** What it is about, and what tells it from others of that: `outdate` has it asked for again by the first word. */
type About = readonly [string, ...unknown[]];

/** What a call answers the user in the dashboard. */
export function usePersonal<C extends CallId>(
  about: About,
  id: C,
  input: CallInput<C>,
  options: Omit<UseQueryOptions<CallAnswer<C>>, 'queryKey' | 'queryFn'> = {},
) {
  return useQuery({
    ...options,
    queryKey: [PERSONAL, useUser().uid, ...about],
    queryFn: ({ signal }) => userCall(id, { ...input, signal }),
  });
}

/** The first rows of a list that a call answers the user in the dashboard, and how many there are in all. */
export function usePersonalTop<C extends ListCall>(about: About, id: C, input: CallInput<C>) {
  return useQuery({
    queryKey: [PERSONAL, useUser().uid, ...about],
    queryFn: ({ signal }) => userCallList(id, { ...input, signal }),
  });
}

/** The list that a call answers the user in the dashboard, part by part. */
export function usePersonalList<C extends ListCall>(about: About, id: C, input: CallInput<C>) {
  return usePagedList([PERSONAL, useUser().uid, ...about], (part, signal) =>
    userCallList(id, { ...input, query: { ...input.query, ...part }, signal }),
  );
}
