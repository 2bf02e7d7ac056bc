import { usePersonal } from '../use-personal.ts';

/** The keys of other systems, newest first; for admins. */
export function useApiKeys() {
  return usePersonal(['api-keys'], 'GET /api-key', {});
}
