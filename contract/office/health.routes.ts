import { z } from 'zod';
import type { Route } from '../route.ts';

/** How the process stands, and what the pages need to know of it. */
export const healthRoutes = {
  healthz: {
    method: 'GET',
    path: '/healthz',
    access: 'public',
    summary: 'Alive',
    answer: z.object({ status: z.string() }),
  },
  servez: {
    method: 'GET',
    path: '/servez',
    access: 'public',
    summary: 'Takes requests, whether or not its database is there: what a balancer asks',
    answer: z.object({ status: z.string() }),
    errors: ['SERVICE_UNAVAILABLE'],
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    access: 'public',
    summary: 'Ready to serve',
    answer: z.object({ status: z.string() }),
    errors: ['SERVICE_UNAVAILABLE'],
  },
  publicConfig: {
    method: 'GET',
    path: '/config.json',
    access: 'public',
    summary: 'What the pages need to know of the configuration',
    answer: z.object({
      stripePublishableKey: z.string(),
      paymentSandbox: z.boolean(),
      google: z.boolean(),
      demo: z.boolean(),
    }),
    cache: 'public',
  },
} as const satisfies Record<string, Route>;
