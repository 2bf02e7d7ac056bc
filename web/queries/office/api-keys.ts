import type { BodyInput } from '#contract/routes.ts';
import { userCall } from '#web/session/tab-session.ts';
import { useChange } from '../use-change.ts';
import { usePersonal } from '../use-personal.ts';

/** The keys of other systems, newest first; for admins. */
export function useApiKeys() {
  return usePersonal(['api-keys'], 'GET /api-key', {});
}

/** Makes a key; the answer has the key itself. */
export function useMakeApiKey() {
  return useChange(['api-keys'], (body: BodyInput<'makeApiKey'>) => userCall('POST /api-key', { body }));
}

/** Ends a key by its id. */
export function useRevokeApiKey() {
  return useChange(['api-keys'], (id: string) => userCall('DELETE /api-key/:id', { params: { id } }));
}
