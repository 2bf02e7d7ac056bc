import type { CardElement, createCardElement } from './card-element.ts';
import type { createCardPayments } from './card-payments.ts';
import type { createFrameLink } from './frame-link.ts';
import type { showChallenge } from './challenge-dialog.ts';
import type { createEmitter } from './emitter.ts';
import type { lookAround } from './look-around.ts';
import type { BillingDetails, CardOptions, MethodResult } from './messages.ts';
import type { createCaller } from './stripe-calls.ts';

interface Parts extends Record<string, (...args: never[]) => unknown> {
  createEmitter: typeof createEmitter;
  createCaller: typeof createCaller;
  createCardPayments: typeof createCardPayments;
  createCardElement: typeof createCardElement;
  createFrameLink: typeof createFrameLink;
  lookAround: typeof lookAround;
  showChallenge: typeof showChallenge;
}

/** Defines `window.Stripe` as js.stripe.com does, as far as a card payment needs it. Runs in the shop's page. */
export function installStripe(parts: Parts): void {
  const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
  const base = new URL('.', script || new URL('/sandbox/stripe/v3.js', location.href)).href;
  const tokenizers = new WeakMap<CardElement, (key: string, billing: BillingDetails) => Promise<MethodResult>>();

  function stripeFor(key: string) {
    const payments = parts.createCardPayments({
      call: parts.createCaller(base, key),
      showChallenge: (address) => parts.showChallenge(base, address),
      tokenize: (card, billing) => tokenizers.get(card)?.(key, billing),
    });

    function elements() {
      let card: CardElement | null = null;
      const group = {
        create(type: string, options: CardOptions = {}) {
          if (type !== 'card') throw new Error(`The sandbox has no Element of type ${type}.`);
          if (card) throw new Error('Can only create one Element of type card through elements().');
          const made = parts.createCardElement({
            base,
            parts,
            events: parts.createEmitter(),
            options,
            onDestroy: () => {
              card = null;
            },
          });
          tokenizers.set(made.element, made.tokenize);
          card = made.element;
          return card;
        },
        // react-stripe-js passes its component, which carries the type.
        getElement: (type: string | Record<string, unknown>) =>
          (typeof type === 'string' ? type : type['__elementType']) === 'card' ? card : null,
        update: () => undefined,
        fetchUpdates: () => Promise.resolve({}),
      };
      return group;
    }

    return {
      ...payments,
      elements,
      createToken: () => Promise.reject(new Error('The sandbox makes payment methods, and no tokens.')),
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    };
  }

  const Stripe = Object.assign(
    (key: string) => {
      if (!key.startsWith('pk_'))
        throw new Error('Please call Stripe() with your publishable key. You used an empty string or another key.');
      return stripeFor(key);
    },
    { version: 'endive' },
  );
  Object.assign(window, { Stripe });
}
