import type { CardElement } from './card-element.ts';
import type { BillingDetails, MethodResult } from './messages.ts';
import type { Failure, Fields, Intent, StripeCall } from './stripe-calls.ts';

interface IntentResult {
  paymentIntent?: Intent;
  error?: Failure;
}

interface MethodData {
  card: CardElement | { token: string };
  billing_details?: BillingDetails;
}

interface Page {
  call: StripeCall;
  /** Resolves when the buyer has done, or left, what the address asks of them. */
  showChallenge: (address: string) => Promise<unknown>;
  /** Has a mounted field send its card; undefined of what is no such field. */
  tokenize: (card: CardElement, billing: BillingDetails) => Promise<MethodResult> | undefined;
}

/** Payment methods and payments of one publishable key. Runs in the shop's page; stands alone. */
export function createCardPayments({ call, showChallenge, tokenize }: Page) {
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

  async function retrieve(clientSecret: string, caller: string): Promise<IntentResult> {
    const path = `payment_intents/${idOf(clientSecret, caller)}`;
    return asResult(await call('GET', path, { client_secret: clientSecret }));
  }

  /** Leads the buyer through whatever the intent still asks. */
  async function act(result: IntentResult, clientSecret: string): Promise<IntentResult> {
    const action = result.paymentIntent?.status === 'requires_action' ? result.paymentIntent.next_action : null;
    const address = action?.use_stripe_sdk?.stripe_js;
    if (!address) return result;
    await showChallenge(address);
    const after = await retrieve(clientSecret, 'confirmCardPayment');
    return after.paymentIntent ? afterChallenge(after.paymentIntent) : after;
  }

  async function createPaymentMethod(data: MethodData & { type?: string }): Promise<MethodResult> {
    const tokenized = tokenize(data.card as CardElement, data.billing_details ?? {});
    if (tokenized) return tokenized;
    const fields = { type: 'card', card: data.card, billing_details: data.billing_details };
    const answer = await call('POST', 'payment_methods', fields);
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
    const answer = await call('POST', `payment_intents/${id}/confirm`, {
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

  return {
    createPaymentMethod,
    confirmCardPayment,
    retrievePaymentIntent: (clientSecret: string) => retrieve(clientSecret, 'retrievePaymentIntent'),
    handleCardAction: async (clientSecret: string) =>
      act(await retrieve(clientSecret, 'handleCardAction'), clientSecret),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      act(await retrieve(clientSecret, 'handleNextAction'), clientSecret),
  };
}
