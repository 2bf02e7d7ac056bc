import { defineRoutes } from '../route.ts';
import { Cost, CostEdit } from './costs.ts';

/** What tools cost the shop itself. */
export const costRoutes = defineRoutes({
  getCost: {
    call: 'GET /tool/:id/cost',
    access: 'staff:tools.write',
    summary: 'What a piece costs the shop, if the shop records it',
    answer: Cost,
    errors: ['TOOL_NOT_FOUND'],
  },
  saveCost: {
    call: 'PUT /tool/:id/cost',
    access: 'staff:tools.write',
    summary: 'Set what a piece costs the shop; null removes it',
    body: CostEdit,
    answer: Cost,
    errors: ['TOOL_NOT_FOUND'],
  },
});
