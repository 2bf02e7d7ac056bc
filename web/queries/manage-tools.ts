import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { outdate, type Subject } from '#web/api/caches.ts';
import { callList } from '#web/api/call.ts';
import { userCall } from '#web/session/tab-session.ts';
import { usePagedList } from './paged-list.ts';
import type { ToolFilter } from './tools.ts';

/** What a change of the catalogue touches. */
const TOUCHED: Subject[] = ['tools', 'tool', 'categories'];

/** The tools of the catalogue as its keepers look for them, part by part. */
export function useManagedTools(filter: ToolFilter) {
  return usePagedList(['tools', 'managed', filter], (part, signal) =>
    callList('GET /tool', { query: { ...filter, ...part }, signal }),
  );
}

export function useAddTool() {
  return useMutation({
    mutationFn: (tool: BodyInput<'addTool'>) => userCall('POST /tool', { body: tool }),
    onSettled: () => outdate(...TOUCHED),
  });
}

/** Changes a tool that is still as it was when it was opened. @throws ApiError STALE_TOOL */
export function useEditTool() {
  return useMutation({
    mutationFn: ({ id, ...tool }: BodyInput<'editTool'> & { id: string }) =>
      userCall('PUT /tool/:id', { params: { id }, body: tool }),
    onSettled: () => outdate(...TOUCHED),
  });
}

/** Takes a tool out of the catalogue; orders keep its name and price. */
export function useRemoveTool() {
  return useMutation({
    mutationFn: (id: string) => userCall('DELETE /tool/:id', { params: { id } }),
    onSettled: () => outdate(...TOUCHED),
  });
}
