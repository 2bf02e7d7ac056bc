import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';

/** What pages have to know of how this shop was started. */
export function publicConfigHandlers({ config }: Pick<Parts, 'config'>) {
  return {
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
  } satisfies Partial<Handlers>;
}
