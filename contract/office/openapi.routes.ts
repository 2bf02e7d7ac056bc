import { z } from 'zod';
import type { Route } from '../route.ts';

/** The contract, described by itself. */
export const openapiRoutes = {
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This contract',
    answer: z.record(z.string(), z.unknown()),
    cache: 'public',
  },
} as const satisfies Record<string, Route>;
