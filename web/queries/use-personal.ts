import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallId, CallInput } from '#web/api/call.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/**
 * What a call answers the user in the dashboard.
 * @param about what it is about, and what tells it from others of that: `outdate` has it asked for again by the first word
 */
export function usePersonal<C extends CallId>(
  { uid }: SessionUser,
  about: readonly [string, ...unknown[]],
  id: C,
  input: CallInput<C>,
) {
  return useQuery({
    queryKey: [PERSONAL, uid, ...about],
    queryFn: ({ signal }) => userCall(id, { ...input, signal }),
  });
}
