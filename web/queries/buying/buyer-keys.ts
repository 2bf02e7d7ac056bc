import { usePersonal } from '../use-personal.ts';

/** The user's own keys for programs that buy, newest first. */
export function useBuyerKeys() {
  return usePersonal(['buyer-keys'], 'GET /my-api-key', {});
}
