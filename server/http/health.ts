import type { Parts } from '#server/parts.ts';
import { AppError } from './app-error.ts';
import type { Handlers } from './router.ts';

/** Whether the process still wants requests; false while it drains. */
export interface Health {
  accepting: boolean;
}

export function healthHandlers(
  { config, database }: Parts,
  health: Health,
): Pick<Handlers, 'healthz' | 'readyz' | 'publicConfig'> {
  return {
    healthz: async () => ({ status: 'alive' }),

    readyz: async () => {
      if (!health.accepting) throw new AppError('SERVICE_UNAVAILABLE', 'This process is shutting down.');
      await database.raw('select 1');
      return { status: 'ready' };
    },

    publicConfig: {
      answer: async () => ({
        stripePublishableKey: config.stripe.publishableKey,
        paymentSandbox: config.stripe.kind === 'sandbox',
        google: config.google !== undefined || !config.production,
        demo: !config.production && config.stripe.kind === 'sandbox',
      }),
      // It changes with a new start alone.
      mayShow: () => [],
    },
  };
}
