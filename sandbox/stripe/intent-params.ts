import type Stripe from 'stripe';
import type { Call } from './api-call.ts';
import type { Confirmation } from './confirm-intent.ts';
import type { Params } from './params.ts';
import { type KeptMethod, methodById, methodFromData } from './payment-methods.ts';
import { invalidParam, StripeProblem } from './problems.ts';

/** From this version on a list of payment method types is refused: https://docs.stripe.com/changelog/endive */
const WITHOUT_METHOD_TYPES = '2026-09-30';

/** The payment method that a call names or describes. */
export async function chosenMethod(call: Call): Promise<KeptMethod | undefined> {
  const data = call.params.hash('payment_method_data');
  const id = call.params.text('payment_method');
  if (data && id) {
    throw invalidParam(
      'payment_method',
      'You may only specify one of these parameters: payment_method, payment_method_data.',
    );
  }
  if (data) return methodFromData(call, data);
  return id ? methodById(call, id) : undefined;
}

export function readConfirmation({ params }: Call): Confirmation {
  params.flag('use_stripe_sdk');
  return {
    returnUrl: readReturnUrl(params),
    offSession: params.flag('off_session') ?? false,
    errorOnRequiresAction: params.flag('error_on_requires_action') ?? false,
  };
}

function readReturnUrl(params: Params): string | undefined {
  const url = params.text('return_url');
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    throw invalidParam('return_url', 'Not a valid URL', 'url_invalid');
  }
  return url;
}

/** With payment methods chosen by Stripe, some of which leave the page, a server must say where the buyer comes back to. */
export function requireReturnUrl(call: Call, intent: Stripe.PaymentIntent, returnUrl: string | undefined): void {
  if (call.key === 'publishable' || returnUrl) return;
  if (intent.automatic_payment_methods?.allow_redirects !== 'always') return;
  throw new StripeProblem(400, {
    type: 'invalid_request_error',
    message:
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    payment_intent: intent,
  });
}

interface MethodTypes {
  types: string[];
  allowed: Stripe.PaymentIntent.AllowedPaymentMethodType[] | null;
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
}

/** Which kinds of payment the intent takes: of all that are asked for or chosen by Stripe, the sandbox has cards. */
export function readMethodTypes({ params, version }: Call): MethodTypes {
  const allowed = params.list('allowed_payment_method_types');
  const named = params.list('payment_method_types');
  const automatic = params.hash('automatic_payment_methods');
  const enabled = automatic?.flag('enabled');
  const redirects = automatic?.oneOf('allow_redirects', ['always', 'never']) ?? 'always';
  automatic?.done();
  if (named && version >= WITHOUT_METHOD_TYPES) {
    throw invalidParam(
      'payment_method_types',
      'The payment_method_types parameter is no longer supported. Use dynamic payment methods or allowed_payment_method_types instead.',
      'payment_method_types_no_longer_supported',
    );
  }
  if ([allowed, named, enabled || undefined].filter((given) => given !== undefined).length > 1) {
    throw invalidParam(
      'allowed_payment_method_types',
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods, payment_method_types.',
      'parameters_exclusive',
    );
  }
  const wanted = allowed ?? named;
  if (wanted && !wanted.includes('card')) {
    throw invalidParam(
      allowed ? 'allowed_payment_method_types' : 'payment_method_types',
      `None of the payment method types ${wanted.join(', ')} can be used. The sandbox takes cards only.`,
    );
  }
  if (wanted || enabled === false) {
    return { types: ['card'], allowed: (allowed as MethodTypes['allowed'] | undefined) ?? null, automatic: null };
  }
  return { types: ['card'], allowed: null, automatic: { allow_redirects: redirects, enabled: true } };
}
