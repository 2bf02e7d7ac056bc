import { useQuery } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { useChange } from '../use-change.ts';

const keysKey = (uid: string) => [PERSONAL, uid, 'api-keys'];

/** The keys of other systems, newest first; for admins. */
export function useApiKeys({ uid }: SessionUser) {
  return useQuery({ queryKey: keysKey(uid), queryFn: ({ signal }) => userCall('GET /api-key', { signal }) });
}

/** Makes a key; the answer has the key itself. */
export function useMakeApiKey() {
  return useChange(['api-keys'], (body: BodyInput<'makeApiKey'>) => userCall('POST /api-key', { body }));
}

/** Ends a key by its id. */
export function useRevokeApiKey() {
  return useChange(['api-keys'], (id: string) => userCall('DELETE /api-key/:id', { params: { id } }));
}
