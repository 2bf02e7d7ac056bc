import { PERSONAL } from '#web/api/caches.ts';
import { userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from './paged-list.ts';

/** Who did what to whom, newest first, part by part. */
export function useAudit({ uid }: SessionUser) {
  return usePagedList([PERSONAL, uid, 'audit'], (query, signal) => userCallList('GET /audit', { query, signal }));
}
