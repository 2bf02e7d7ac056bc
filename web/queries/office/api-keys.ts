import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

const keysKey = (uid: string) => [PERSONAL, uid, 'api-keys'];

/** The keys of other systems, newest first; for admins. */
export function useApiKeys({ uid }: SessionUser) {
  return useQuery({ queryKey: keysKey(uid), queryFn: ({ signal }) => userCall('GET /api-key', { signal }) });
}

/** Makes a key; the answer has the key itself. */
export function useMakeApiKey({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<'makeApiKey'>) => userCall('POST /api-key', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keysKey(uid) }),
  });
}

/** Ends a key by its id. */
export function useRevokeApiKey({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => userCall('DELETE /api-key/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keysKey(uid) }),
  });
}
