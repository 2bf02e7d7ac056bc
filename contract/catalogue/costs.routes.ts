import { byId, type Route } from '../route.ts';
import { Cost, CostEdit } from './costs.ts';

/** What tools cost the shop itself. */
export const costRoutes = {
  getCost: {
    method: 'GET',
    path: '/tool/:id/cost',
    access: 'staff:tools.write',
    summary: 'What a piece costs the shop, where its owner keeps that',
    params: byId,
    answer: Cost,
    errors: ['TOOL_NOT_FOUND'],
  },
  saveCost: {
    method: 'PUT',
    path: '/tool/:id/cost',
    access: 'staff:tools.write',
    summary: 'Say what a piece costs the shop; null forgets it',
    params: byId,
    body: CostEdit,
    answer: Cost,
    errors: ['TOOL_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
