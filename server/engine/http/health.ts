import { sentence } from '#contract/sentences.ts';
import type { Parts } from './parts.ts';
import { AppError } from './app-error.ts';
import type { Handlers } from './router.ts';

/** How the process stands to the requests that come. */
export interface Health {
  /** Whether it is told to end: it answers what it has and keeps no connection open. */
  finishing: boolean;
  /** Whether more requests may be sent to its address; false while an address drains that nobody else serves. */
  accepting: boolean;
}

export function healthHandlers({ database }: Parts, health: Health) {
  return {
    healthz: async () => ({ status: 'alive' }),

    servez: async () => {
      if (!health.accepting) throw new AppError('SERVICE_UNAVAILABLE', sentence('This process is shutting down.'));
      return { status: 'serving' };
    },

    readyz: async () => {
      if (!health.accepting) throw new AppError('SERVICE_UNAVAILABLE', sentence('This process is shutting down.'));
      await database.raw('select 1');
      return { status: 'ready' };
    },
  } satisfies Partial<Handlers>;
}
