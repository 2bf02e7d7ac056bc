import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Attribute, ToolAttribute } from '#contract/catalogue/attributes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import { outdate } from '../outdate.ts';
import { userChange } from '../changes.ts';
import { changeRead, readTool } from './manage-tools.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonal } from '../use-personal.ts';

/** The attributes of tools, in the shop's order; for staff. */
export function useAttributes() {
  return usePersonal(['attributes'], 'GET /attributes', {});
}

/** Changes the whole list. @throws ApiError ATTRIBUTE_IN_USE */
export function useChangeAttributes() {
  const { uid } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (list: Attribute[]) => userCall('PUT /attributes', { body: list }),
    onSuccess: (list) => client.setQueryData([PERSONAL, uid, 'attributes'], list),
    onSettled: () => outdate('tools', 'tool', 'audit'),
  });
}

/** Replaces the attributes of a tool; everything else of it stays as it is now. @throws ApiError with issues at `attributes.N…` */
export async function saveAttributes(toolId: string, attributes: ToolAttribute[]): Promise<void> {
  await changeRead(await readTool(toolId), (tool) =>
    userChange('PUT /tool/:id', { params: { id: toolId }, body: { ...tool, attributes } }),
  );
}
