import { PERSONAL } from '#web/api/caches.ts';
import { userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from '../paged-list.ts';

/** All tools, on sale or not, as staff see them, part by part. */
export function useSheetTools({ uid }: SessionUser, q: string | undefined) {
  return usePagedList([PERSONAL, uid, 'sheet', q], (part, signal) =>
    userCallList('GET /tools', { query: { ...part, ...(q === undefined ? {} : { q }) }, signal }),
  );
}
