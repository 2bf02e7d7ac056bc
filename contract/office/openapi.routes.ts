import { z } from 'zod';
import { defineRoutes } from '../route.ts';

/** The contract, described by itself. */
export const openapiRoutes = defineRoutes({
  openapi: {
    call: 'GET /openapi.json',
    access: 'public',
    summary: 'This contract',
    answer: z.record(z.string(), z.unknown()),
    cache: 'public',
  },
});
