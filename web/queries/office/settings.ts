import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import { outdate } from '../outdate.ts';
import { useUser } from '#web/session/signed-in.ts';

const settingsKey = (uid: string) => [PERSONAL, uid, 'settings'];

/** What the shop runs by, for those who may change it. */
export function useSettings() {
  const { uid } = useUser();
  return useQuery({
    queryKey: settingsKey(uid),
    queryFn: ({ signal }) => userCall('GET /settings', { signal }),
    // What is typed over must not be fetched anew under the hands; a save that comes too late says so.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The same, asked for at once. */
export function readSettings() {
  return userCall('GET /settings', {});
}

/** Writes the whole settings. @throws ApiError STALE_SETTINGS where somebody else did since they were read */
export function useChangeSettings() {
  const { uid } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<'changeSettings'>) => userCall('PUT /settings', { body }),
    onSuccess: async (after) => {
      client.setQueryData(settingsKey(uid), after);
      await outdate('shop', 'audit', 'reminders', 'missing-accounts', 'readiness');
    },
  });
}
