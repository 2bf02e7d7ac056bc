import { Figures, FiguresQuery } from './figures.ts';
import { defineRoutes } from '../route.ts';

/** What the orders add up to. */
export const figureRoutes = defineRoutes({
  getFigures: {
    call: 'GET /figures',
    access: 'staff:figures',
    summary: 'The shop at a glance: orders and revenue by day, what is low in stock, what sells best',
    query: FiguresQuery,
    answer: Figures,
  },
});
