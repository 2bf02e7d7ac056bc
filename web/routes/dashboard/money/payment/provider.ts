import type { Stripe } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { fetchPublicConfig } from '#web/queries/money/payments.ts';

let provider: Promise<Stripe> | undefined;

/** The card provider's object, loaded once a page; the demo's stand-in has the same shape. @throws Error where it cannot be loaded */
export function loadProvider(): Promise<Stripe> {
  provider ??= load().catch((error: unknown) => {
    provider = undefined;
    throw error;
  });
  return provider;
}

/** The same for a component. */
export function useProvider() {
  return useQuery({ queryKey: ['card-provider'], queryFn: loadProvider, staleTime: Infinity, gcTime: Infinity });
}

async function load(): Promise<Stripe> {
  const { stripePublishableKey, paymentSandbox } = await fetchPublicConfig();
  if (paymentSandbox) {
    await addScript('/sandbox/stripe/v3.js');
    if (!window.Stripe) throw new Error('The card form could not be loaded.');
    return window.Stripe(stripePublishableKey);
  }
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(stripePublishableKey);
  if (!stripe) throw new Error('The card form could not be loaded.');
  return stripe;
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The card form could not be loaded.')));
    document.head.append(script);
  });
}
