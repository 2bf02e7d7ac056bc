import { useMutation, useQueryClient } from '@tanstack/react-query';
import { outdate, PERSONAL } from '#web/api/caches.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from './paged-list.ts';

/** All tools, on sale or not, as staff see them, part by part. */
export function useSheetTools({ uid }: SessionUser, q: string | undefined) {
  return usePagedList([PERSONAL, uid, 'sheet', q], (part, signal) =>
    userCallList('GET /tools', { query: { ...part, ...(q === undefined ? {} : { q }) }, signal }),
  );
}

/** Writes a dry run that was looked at. @throws ApiError STALE_IMPORT */
export function useWriteSheet({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => userCall('POST /import/:id/commit', { params: { id } }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: [PERSONAL, uid] }), outdate('tools', 'tool', 'categories')]),
  });
}
