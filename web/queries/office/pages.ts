import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { call, type CallAnswer } from '#web/api/call.ts';
import type { Source } from '#web/api/source.ts';
import { useUser } from '#web/session/signed-in.ts';
import { userCall } from '#web/session/tab-session.ts';
import { usePersonal } from '../use-personal.ts';

/** One of the owner's own pages, for everybody. */
export function ownPage(slug: string): Source<CallAnswer<'GET /page/:slug'>> {
  return { key: ['page', slug], fetch: (transport) => call('GET /page/:slug', { params: { slug } }, transport) };
}

/** All of them, for who writes them. */
export function usePages() {
  return usePersonal(['pages'], 'GET /pages', {});
}

/** One of them as it is kept, for who writes it, null where it is not there yet: it is not fetched anew under their hands. */
export function useOwnPage(slug: string) {
  return useQuery({
    queryKey: [PERSONAL, useUser().uid, 'own-page', slug],
    queryFn: async ({ signal }) => {
      try {
        return await userCall('GET /page/:slug', { params: { slug }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'PAGE_NOT_FOUND') return null;
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** What a text would look like; the last picture stays while the next is made. */
export function usePagePreview(text: string) {
  return useQuery({
    queryKey: [PERSONAL, useUser().uid, 'page-preview', text],
    queryFn: ({ signal }) => userCall('POST /page-preview', { body: { text }, signal }),
    placeholderData: (before) => before,
    gcTime: 0,
    staleTime: Infinity,
  });
}
