import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdate } from '../outdate.ts';

/** What a piece costs the shop. */
export function useCost({ uid }: SessionUser, toolId: string) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'cost', toolId],
    queryFn: () => userCall('GET /tool/:id/cost', { params: { id: toolId } }),
  });
}

/** @param cost money; null forgets it. @throws ApiError */
export async function saveCost(toolId: string, cost: number | null): Promise<void> {
  await userCall('PUT /tool/:id/cost', { params: { id: toolId }, body: { cost } });
  await outdate('cost', 'quote', 'audit');
}
