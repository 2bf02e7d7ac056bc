import { usePersonal } from '../use-personal.ts';

/** What a piece costs the shop. */
export function useCost(toolId: string) {
  return usePersonal(['cost', toolId], 'GET /tool/:id/cost', { params: { id: toolId } });
}
