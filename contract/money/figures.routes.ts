import { Figures, FiguresQuery } from './figures.ts';
import type { Route } from '../route.ts';

/** What the orders add up to. */
export const figureRoutes = {
  getFigures: {
    method: 'GET',
    path: '/figures',
    access: 'staff:figures',
    summary: 'The shop at a glance: orders and revenue by day, what is short, what sells best',
    query: FiguresQuery,
    answer: Figures,
  },
} as const satisfies Record<string, Route>;
