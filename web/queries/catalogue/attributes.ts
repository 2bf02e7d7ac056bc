import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Attribute, ToolAttribute } from '#contract/catalogue/attributes.ts';
import { ApiError } from '#web/api/api-error.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdate } from '../outdate.ts';
import { readTool } from './manage-tools.ts';

const attributesKey = (uid: string) => [PERSONAL, uid, 'attributes'];

/** By what tools are told apart, in the order of the shop; for staff. */
export function useAttributes({ uid }: SessionUser) {
  return useQuery({ queryKey: attributesKey(uid), queryFn: ({ signal }) => userCall('GET /attributes', { signal }) });
}

/** Changes the whole list. @throws ApiError ATTRIBUTE_IN_USE */
export function useChangeAttributes({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (list: Attribute[]) => userCall('PUT /attributes', { body: list }),
    onSuccess: (list) => client.setQueryData(attributesKey(uid), list),
    onSettled: () => outdate('tools', 'tool', 'audit'),
  });
}

/** What buyers could narrow by one attribute. */
export function useFacetPreview({ uid }: SessionUser, key: string) {
  return useQuery({
    queryKey: [...attributesKey(uid), key, 'facet'],
    queryFn: ({ signal }) => userCall('GET /attribute/:key/facet', { params: { key }, signal }),
  });
}

/** What tools lack, by category. */
export function useMissingFacts({ uid }: SessionUser) {
  return useQuery({
    queryKey: [...attributesKey(uid), 'missing'],
    queryFn: ({ signal }) => userCall('GET /missing-facts', { signal }),
  });
}

/** Sales raise a tool's version too: an edit that they do not touch is tried again this often. */
const TRIES = 5;

/** Says anew what a tool is; everything else of it stays as it is now. @throws ApiError with issues at `attributes.N…` */
export function useSayAttributes(toolId: string) {
  return useMutation({
    async mutationFn(attributes: ToolAttribute[]) {
      for (let attempt = 1; ; attempt++) {
        const tool = await readTool(toolId);
        try {
          return await userCall('PUT /tool/:id', { params: { id: toolId }, body: { ...tool, attributes } });
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'STALE_TOOL' || attempt === TRIES) throw error;
        }
      }
    },
    onSettled: () => outdate('tools', 'tool', 'audit'),
  });
}
