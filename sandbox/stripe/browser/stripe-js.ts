import type { CardElement, createCardElement } from './card-element.ts';
import type { showChallenge } from './challenge-dialog.ts';
import type { createEmitter } from './emitter.ts';
import type { BillingDetails, CardOptions, MethodResult } from './messages.ts';

interface Intent {
  id: string;
  status: string;
  next_action: { type: string; use_stripe_sdk?: { stripe_js?: string } } | null;
  last_payment_error: { code?: string; message?: string } | null;
}
interface Failure {
  type: string;
  code?: string;
  message?: string;
}
interface IntentResult {
  paymentIntent?: Intent;
  error?: Failure;
}
type Fields = Record<string, unknown>;
interface MethodData {
  card: CardElement | { token: string };
  billing_details?: BillingDetails;
}

export interface Parts extends Record<string, (...args: never[]) => unknown> {
  createEmitter: typeof createEmitter;
  createCardElement: typeof createCardElement;
  showChallenge: typeof showChallenge;
}

/** Defines `window.Stripe` as js.stripe.com does, as far as a card payment needs it. Runs in the shop's page. */
export function installStripe(parts: Parts): void {
  const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
  const base = new URL('.', script || new URL('/sandbox/stripe/v3.js', location.href)).href;
  const tokenizers = new WeakMap<CardElement, (key: string, billing: BillingDetails) => Promise<MethodResult>>();

  function flatten(fields: Fields, prefix: string, form: URLSearchParams): URLSearchParams {
    for (const [name, value] of Object.entries(fields)) {
      const path = prefix ? `${prefix}[${name}]` : name;
      if (value === undefined || value === null) continue;
      if (typeof value === 'object') flatten(value as Fields, path, form);
      else form.set(path, String(value));
    }
    return form;
  }

  async function call(
    key: string,
    method: 'GET' | 'POST',
    path: string,
    fields: Fields,
  ): Promise<Intent | { error: Failure }> {
    const form = flatten({ key, ...fields }, '', new URLSearchParams());
    try {
      const address = `${base}v1/${path}`;
      const response =
        method === 'GET'
          ? await fetch(`${address}?${form}`, { credentials: 'omit' })
          : await fetch(address, { method: 'POST', body: form, credentials: 'omit' });
      return (await response.json()) as Intent | { error: Failure };
    } catch {
      const message =
        'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';
      return { error: { type: 'api_connection_error', message } };
    }
  }

  const asResult = (answer: Intent | { error: Failure }): IntentResult =>
    'error' in answer ? { error: answer.error } : { paymentIntent: answer };

  function idOf(clientSecret: string, caller: string): string {
    const id = /^(pi_\w+)_secret_\w+$/.exec(clientSecret)?.[1];
    if (id) return id;
    throw new Error(
      `Invalid value for ${caller} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
    );
  }

  /** What a page is told after the dialog: the intent, or why the card was not charged. */
  function afterChallenge(intent: Intent): IntentResult {
    const error = intent.last_payment_error;
    if (intent.status !== 'requires_payment_method' || !error) return { paymentIntent: intent };
    const message =
      error.code === 'payment_intent_authentication_failure'
        ? 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
        : error.message;
    return { error: { type: 'card_error', ...error, message, payment_intent: intent } as Failure };
  }

  function stripeFor(key: string) {
    async function retrieve(clientSecret: string, caller: string): Promise<IntentResult> {
      const path = `payment_intents/${idOf(clientSecret, caller)}`;
      return asResult(await call(key, 'GET', path, { client_secret: clientSecret }));
    }

    /** Leads the buyer through whatever the intent still asks. */
    async function act(result: IntentResult, clientSecret: string): Promise<IntentResult> {
      const action = result.paymentIntent?.status === 'requires_action' ? result.paymentIntent.next_action : null;
      const address = action?.use_stripe_sdk?.stripe_js;
      if (!address) return result;
      await parts.showChallenge(base, address);
      const after = await retrieve(clientSecret, 'confirmCardPayment');
      return after.paymentIntent ? afterChallenge(after.paymentIntent) : after;
    }

    async function createPaymentMethod(data: MethodData & { type?: string }): Promise<MethodResult> {
      const tokenize = tokenizers.get(data.card as CardElement);
      if (tokenize) return tokenize(key, data.billing_details ?? {});
      const fields = { type: 'card', card: data.card, billing_details: data.billing_details };
      const answer = await call(key, 'POST', 'payment_methods', fields);
      return 'error' in answer ? { error: answer.error } : { paymentMethod: answer };
    }

    async function confirmCardPayment(
      clientSecret: string,
      data: {
        payment_method?: string | MethodData;
        receipt_email?: string;
        shipping?: Fields;
        return_url?: string;
      } = {},
      options: { handleActions?: boolean } = {},
    ): Promise<IntentResult> {
      const id = idOf(clientSecret, 'confirmCardPayment');
      if (data.payment_method === undefined) {
        const waiting = await retrieve(clientSecret, 'confirmCardPayment');
        if (waiting.paymentIntent?.status === 'requires_action') return act(waiting, clientSecret);
      }
      let method = typeof data.payment_method === 'string' ? data.payment_method : undefined;
      if (typeof data.payment_method === 'object') {
        const made = await createPaymentMethod({ type: 'card', ...data.payment_method });
        if (!made.paymentMethod) return { error: made.error };
        method = made.paymentMethod.id;
      }
      const { receipt_email, shipping, return_url } = data;
      const answer = await call(key, 'POST', `payment_intents/${id}/confirm`, {
        client_secret: clientSecret,
        payment_method: method,
        receipt_email,
        shipping,
        return_url,
        use_stripe_sdk: true,
      });
      const result = asResult(answer);
      return options.handleActions === false ? result : act(result, clientSecret);
    }

    function elements() {
      let card: CardElement | null = null;
      const group = {
        create(type: string, options: CardOptions = {}) {
          if (type !== 'card') throw new Error(`The sandbox has no Element of type ${type}.`);
          if (card) throw new Error('Can only create one Element of type card through elements().');
          const made = parts.createCardElement(base, parts.createEmitter(), options, () => {
            card = null;
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
      elements,
      createPaymentMethod,
      confirmCardPayment,
      retrievePaymentIntent: (clientSecret: string) => retrieve(clientSecret, 'retrievePaymentIntent'),
      handleCardAction: async (clientSecret: string) =>
        act(await retrieve(clientSecret, 'handleCardAction'), clientSecret),
      handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
        act(await retrieve(clientSecret, 'handleNextAction'), clientSecret),
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
