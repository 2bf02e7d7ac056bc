import type Stripe from 'stripe';
import { type Answer, type Call, ok } from './api-call.ts';
import { insertCharge } from './charges.ts';
import { newId, randomText } from './ids.ts';
import { shownTo } from './intent-shapes.ts';
import { type KeptMethod, markUsed } from './payment-methods.ts';
import { type ErrorBody, errorEnvelope, StripeProblem, unexpectedState } from './problems.ts';
import { type StoredObject, updateObject } from './store.ts';
import type { Decline } from './test-cards.ts';

/** The 3-D Secure dialog that waits for the buyer. Its secret is its own: it stands in a URL, the intent's must not. */
export interface Challenge {
  source: string;
  secret: string;
  paymentMethod: string;
  returnUrl: string | null;
}
export interface IntentSecret {
  challenge?: Challenge;
}
export type KeptIntent = StoredObject<'payment_intent', IntentSecret>;

export interface Confirmation {
  returnUrl: string | undefined;
  /** The buyer is not there to answer a challenge. */
  offSession: boolean;
  errorOnRequiresAction: boolean;
}

const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** @throws 400 where the intent is paid, canceled or already on its way. */
export function requireConfirmable(call: Call, intent: Stripe.PaymentIntent): void {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      shownTo(call.key, intent),
    );
  }
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
      shownTo(call.key, intent),
    );
  }
}

/** Tries to take the money of an open intent: paid, waiting for the buyer, or 402 with the issuer's words. */
export async function confirmIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: KeptMethod,
  confirmation: Confirmation,
): Promise<Answer> {
  if (!method.secret.fate.challenge) return takeMoney(call, intent, method, method.secret.fate.decline, false);
  if (confirmation.offSession) return takeMoney(call, intent, method, AUTHENTICATION_REQUIRED, false);
  if (confirmation.errorOnRequiresAction) {
    throw new StripeProblem(402, {
      ...declineBody(AUTHENTICATION_REQUIRED, method.data),
      payment_intent: shownTo(call.key, intent),
    });
  }
  return askBuyer(call, intent, method, confirmation.returnUrl);
}

/** Charges the card, as the last step of a confirmation or after a passed challenge. */
export async function takeMoney(
  call: Call,
  before: Stripe.PaymentIntent,
  method: KeptMethod,
  decline: Decline | undefined,
  authenticated: boolean,
): Promise<Answer> {
  await markUsed(call, method);
  const charge = await insertCharge(call, before, method, decline, authenticated);
  if (decline) {
    const error = { ...declineBody(decline, method.data), charge: charge.id };
    const intent = await failIntent(call, before, error, charge.id);
    return { status: 402, body: errorEnvelope({ ...error, payment_intent: shownTo(call.key, intent) }) };
  }
  const manual = before.capture_method === 'manual';
  const intent: Stripe.PaymentIntent = {
    ...before,
    amount_capturable: manual ? before.amount : 0,
    amount_received: manual ? 0 : before.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.data.id,
    status: manual ? 'requires_capture' : 'succeeded',
  };
  await updateObject(call.tx, 'payment_intent', intent, {});
  await call.emit(manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent);
  return ok(shownTo(call.key, intent));
}

/** Back to waiting for a card, with the reason kept on the intent. */
export async function failIntent(
  call: Call,
  before: Stripe.PaymentIntent,
  error: ErrorBody,
  charge: string | null,
): Promise<Stripe.PaymentIntent> {
  const intent: Stripe.PaymentIntent = {
    ...before,
    // The SDK types each code; the codes here are Stripe's own words.
    last_payment_error: errorEnvelope(error).error as Stripe.PaymentIntent.LastPaymentError,
    latest_charge: charge ?? before.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  await updateObject(call.tx, 'payment_intent', intent, {});
  await call.emit('payment_intent.payment_failed', intent);
  return intent;
}

async function askBuyer(
  call: Call,
  before: Stripe.PaymentIntent,
  method: KeptMethod,
  returnUrl: string | undefined,
): Promise<Answer> {
  const challenge: Challenge = {
    source: newId('src'),
    secret: `src_client_secret_${randomText(24)}`,
    paymentMethod: method.data.id,
    returnUrl: returnUrl ?? null,
  };
  const query = new URLSearchParams({
    intent: before.id,
    source: challenge.source,
    client_secret: challenge.secret,
  });
  const url = `${call.pagesUrl}/sandbox/stripe/challenge?${query.toString()}`;
  const intent: Stripe.PaymentIntent = {
    ...before,
    last_payment_error: null,
    next_action: returnUrl
      ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
      : {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', source: challenge.source, stripe_js: url },
        },
    payment_method: method.data.id,
    status: 'requires_action',
  };
  const secret: IntentSecret = { challenge };
  await updateObject(call.tx, 'payment_intent', intent, secret);
  await call.emit('payment_intent.requires_action', intent);
  return ok(shownTo(call.key, intent));
}

function declineBody(decline: Decline, method: Stripe.PaymentMethod): ErrorBody {
  return {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    message: decline.message,
    ...(decline.param ? { param: decline.param } : {}),
    payment_method: method,
  };
}
