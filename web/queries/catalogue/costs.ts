import { userCall } from '#web/session/tab-session.ts';
import { outdate } from '../outdate.ts';
import { usePersonal } from '../use-personal.ts';

/** What a piece costs the shop. */
export function useCost(toolId: string) {
  return usePersonal(['cost', toolId], 'GET /tool/:id/cost', { params: { id: toolId } });
}

/** @param cost money; null forgets it. @throws ApiError */
export async function saveCost(toolId: string, cost: number | null): Promise<void> {
  await userCall('PUT /tool/:id/cost', { params: { id: toolId }, body: { cost } });
  await outdate('cost', 'quote', 'audit');
}
