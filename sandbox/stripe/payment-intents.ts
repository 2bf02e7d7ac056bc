import type Stripe from 'stripe';
import { readShipping } from './addresses.ts';
import { checkAmount, readCurrency } from './amounts.ts';
import { money } from './browser/money.ts';
import { type Answer, type Call, ok } from './api-call.ts';
import { confirmIntent, type IntentSecret, type KeptIntent, requireConfirmable } from './confirm-intent.ts';
import { newId, randomText } from './ids.ts';
import { chosenMethod, readConfirmation, readMethodTypes, requireReturnUrl } from './intent-params.ts';
import { OPEN, shownTo } from './intent-shapes.ts';
import { type KeptMethod, methodById } from './payment-methods.ts';
import { invalidParam, resourceMissing, StripeProblem, unexpectedState } from './problems.ts';
import { findObject, insertObject, updateObject } from './store.ts';

const CAPTURE_METHODS = ['automatic', 'automatic_async', 'manual'] as const;
const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
/** POST /v1/payment_intents */
export async function createIntent(call: Call): Promise<Answer> {
  const { params } = call;
  const amount = params.requiredInteger('amount');
  const currency = readCurrency(params);
  checkAmount(amount, currency);
  const methodTypes = readMethodTypes(call);
  const chosen = await chosenMethod(call);
  const confirmNow = params.flag('confirm') ?? false;
  const confirmation = readConfirmation(call);
  const id = newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: methodTypes.allowed,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: methodTypes.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.oneOf('capture_method', CAPTURE_METHODS) ?? 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: params.oneOf('confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    created: call.now,
    currency,
    customer: null,
    customer_account: null,
    description: params.text('description', 1000) ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata()?.({}) ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: chosen?.data.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: methodTypes.types,
    payment_record: null,
    processing: null,
    receipt_email: params.text('receipt_email', 800) ?? null,
    review: null,
    setup_future_usage: null,
    shipping: readShipping(params.hash('shipping')),
    source: null,
    statement_descriptor: params.text('statement_descriptor', 22) ?? null,
    statement_descriptor_suffix: params.text('statement_descriptor_suffix', 22) ?? null,
    status: chosen ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  params.done();
  await insertObject(call.tx, 'payment_intent', intent);
  await call.emit('payment_intent.created', intent);
  if (!confirmNow) return ok(intent);
  requireReturnUrl(call, intent, confirmation.returnUrl);
  return confirmIntent(call, intent, chosen ?? missingMethod(call, intent), confirmation);
}

/** GET /v1/payment_intents/:id */
export async function retrieveIntent(call: Call, id: string): Promise<Answer> {
  const { data } = await openedIntent(call, id, 'read');
  call.params.done();
  return ok(shownTo(call.key, data));
}

/** POST /v1/payment_intents/:id */
export async function updateIntent(call: Call, id: string): Promise<Answer> {
  const { params } = call;
  const kept = await openedIntent(call, id, 'change');
  const before = kept.data;
  const amount = params.integer('amount');
  const currency = params.has('currency') ? readCurrency(params) : before.currency;
  const chosen = await chosenMethod(call);
  const merge = params.metadata();
  const priced = amount !== undefined || currency !== before.currency;
  if (priced) checkAmount(amount ?? before.amount, currency);
  if (priced || chosen) requireUnconfirmed(before, priced ? 'amount' : 'payment_method');
  const restarted = chosen || (priced && before.status === 'requires_action');
  const intent: Stripe.PaymentIntent = {
    ...before,
    amount: amount ?? before.amount,
    currency,
    description: textOr(params, 'description', 1000, before.description),
    metadata: merge ? merge(before.metadata) : before.metadata,
    receipt_email: textOr(params, 'receipt_email', 800, before.receipt_email),
    shipping: params.has('shipping') ? readShipping(params.hash('shipping')) : before.shipping,
    payment_method: chosen?.data.id ?? before.payment_method,
    ...(restarted ? { next_action: null, status: 'requires_confirmation' as const } : {}),
  };
  params.done();
  await updateObject(call.tx, 'payment_intent', intent, restarted ? {} : undefined);
  return ok(intent);
}

/** What the call says under the name, nothing where it clears it, else what was there. */
function textOr(params: Call['params'], name: string, most: number, before: string | null): string | null {
  return params.has(name) ? (params.text(name, most) ?? null) : before;
}

function requireUnconfirmed(intent: Stripe.PaymentIntent, field: 'amount' | 'payment_method'): void {
  if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) return;
  throw unexpectedState(
    `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. You may only update the ${field} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    intent,
  );
}

/** POST /v1/payment_intents/:id/confirm */
export async function confirmExistingIntent(call: Call, id: string): Promise<Answer> {
  const kept = await openedIntent(call, id, 'change');
  requireConfirmable(call, kept.data);
  const chosen = await chosenMethod(call);
  const confirmation = readConfirmation(call);
  const receipt = call.params.text('receipt_email', 800);
  const shipping = call.params.has('shipping') ? readShipping(call.params.hash('shipping')) : undefined;
  call.params.done();
  const data = {
    ...kept.data,
    ...(receipt ? { receipt_email: receipt } : {}),
    ...(shipping ? { shipping } : {}),
  };
  requireReturnUrl(call, data, confirmation.returnUrl);
  const method = chosen ?? (await currentMethod(call, data)) ?? missingMethod(call, data);
  return confirmIntent(call, data, method, confirmation);
}

/** POST /v1/payment_intents/:id/cancel */
export async function cancelIntent(call: Call, id: string): Promise<Answer> {
  const { data: before } = await openedIntent(call, id, 'change');
  const reason = call.params.oneOf('cancellation_reason', CANCELLATION_REASONS) ?? null;
  call.params.done();
  if (!OPEN.includes(before.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${OPEN.join(', ')}.`,
      before,
    );
  }
  const intent: Stripe.PaymentIntent = {
    ...before,
    amount_capturable: 0,
    canceled_at: call.now,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  };
  await updateObject(call.tx, 'payment_intent', intent, {});
  await call.emit('payment_intent.canceled', intent);
  return ok(intent);
}

/** POST /v1/payment_intents/:id/capture */
export async function captureIntent(call: Call, id: string): Promise<Answer> {
  const { data: before } = await openedIntent(call, id, 'change');
  const amount = call.params.integer('amount_to_capture') ?? before.amount_capturable;
  call.params.done();
  if (before.status !== 'requires_capture') {
    throw unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      before,
    );
  }
  if (amount < 1 || amount > before.amount_capturable) {
    throw invalidParam(
      'amount_to_capture',
      `The amount to capture must be between 1 and ${money(before.amount_capturable, before.currency)}.`,
      'amount_too_large',
    );
  }
  const charge = await findObject(call.tx, 'charge', String(before.latest_charge), 'change');
  if (charge) {
    const captured = { ...charge.data, amount_captured: amount, captured: true, balance_transaction: newId('txn') };
    await updateObject(call.tx, 'charge', captured);
    await call.emit('charge.captured', captured);
  }
  const intent: Stripe.PaymentIntent = {
    ...before,
    amount_capturable: 0,
    amount_received: amount,
    status: 'succeeded',
  };
  await updateObject(call.tx, 'payment_intent', intent);
  await call.emit('payment_intent.succeeded', intent);
  return ok(intent);
}

/** The intent, to which a publishable key must show the client secret. */
async function openedIntent(call: Call, id: string, lock: 'read' | 'change'): Promise<KeptIntent> {
  const kept = await findObject<'payment_intent', IntentSecret>(call.tx, 'payment_intent', id, lock);
  if (!kept) throw resourceMissing('payment_intent', id, 'intent');
  const given =
    call.key === 'publishable' ? call.params.requiredText('client_secret') : call.params.text('client_secret');
  if (given !== undefined && given !== kept.data.client_secret) {
    throw new StripeProblem(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_invalid_parameter',
      message: 'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      param: 'client_secret',
    });
  }
  return kept;
}

async function currentMethod(call: Call, intent: Stripe.PaymentIntent): Promise<KeptMethod | undefined> {
  return typeof intent.payment_method === 'string' ? methodById(call, intent.payment_method) : undefined;
}

function missingMethod(call: Call, intent: Stripe.PaymentIntent): never {
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    shownTo(call.key, intent),
  );
}
