import { z } from 'zod';
import { defineRoutes } from '../route.ts';

/** How the process stands, and what the pages need to know of it. */
export const healthRoutes = defineRoutes({
  healthz: {
    call: 'GET /healthz',
    access: 'public',
    summary: 'Alive',
    answer: z.object({ status: z.string() }),
  },
  servez: {
    call: 'GET /servez',
    access: 'public',
    summary: 'Whether it takes requests, with or without its database: for load balancers',
    answer: z.object({ status: z.string() }),
    errors: ['SERVICE_UNAVAILABLE'],
  },
  readyz: {
    call: 'GET /readyz',
    access: 'public',
    summary: 'Ready to serve',
    answer: z.object({ status: z.string() }),
    errors: ['SERVICE_UNAVAILABLE'],
  },
  publicConfig: {
    call: 'GET /config.json',
    access: 'public',
    summary: 'The part of the configuration that the website needs',
    answer: z.object({
      stripePublishableKey: z.string(),
      paymentSandbox: z.boolean(),
      google: z.boolean(),
      demo: z.boolean(),
    }),
    cache: 'public',
  },
});
