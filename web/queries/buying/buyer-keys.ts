import type { BodyInput } from '#contract/routes.ts';
import { userCall } from '#web/session/tab-session.ts';
import { useChange } from '../use-change.ts';
import { usePersonal } from '../use-personal.ts';

/** The user's own keys for programs that buy, newest first. */
export function useBuyerKeys() {
  return usePersonal(['buyer-keys'], 'GET /my-api-key', {});
}

/** Makes a key; the answer has the key itself. @throws ApiError TOO_MANY_KEYS */
export function useMakeBuyerKey() {
  return useChange(['buyer-keys'], (body: BodyInput<'makeBuyerKey'>) => userCall('POST /my-api-key', { body }));
}

/** Ends a key by its id. */
export function useRevokeBuyerKey() {
  return useChange(['buyer-keys'], (id: string) => userCall('DELETE /my-api-key/:id', { params: { id } }));
}
