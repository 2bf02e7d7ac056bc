import type Stripe from 'stripe';
import { readBillingDetails } from './addresses.ts';
import { type Answer, type Call, ok } from './api-call.ts';
import { type Card, cardOfToken, readCard } from './card-data.ts';
import { newId } from './ids.ts';
import type { Params } from './params.ts';
import { invalidParam, resourceMissing, StripeProblem } from './problems.ts';
import { findObject, insertObject, type StoredObject, updateObject } from './store.ts';
import type { Fate } from './test-cards.ts';

/** What the API does not show of a payment method: what will become of it, and whether it has been charged. */
export interface MethodSecret {
  fate: Fate;
  used?: boolean;
}
export type KeptMethod = StoredObject<'payment_method', MethodSecret>;

/** POST /v1/payment_methods */
export async function createPaymentMethod(call: Call): Promise<Answer> {
  return ok((await methodFromData(call, call.params)).data);
}

/** A new payment method from `type`, `card` and `billing_details`, as sent alone or as `payment_method_data`. */
export async function methodFromData(call: Call, params: Params): Promise<KeptMethod> {
  const type = params.requiredText('type');
  if (type !== 'card') {
    throw invalidParam(
      params.path('type'),
      `The sandbox takes cards only, and no ${type}.`,
      'payment_method_unsupported_type',
    );
  }
  const data = params.hash('card');
  const billing = readBillingDetails(params.hash('billing_details'));
  const metadata = params.metadata()?.({}) ?? {};
  params.oneOf('allow_redisplay', ['always', 'limited', 'unspecified']);
  params.done();
  if (!data) {
    throw invalidParam(params.path('card'), `Missing required param: ${params.path('card')}.`, 'parameter_missing');
  }
  return keep(call, readCard(data, call.now), billing, metadata);
}

/**
 * The payment method that a call names: one made before, or a fresh one for a name such as `pm_card_visa`.
 * @throws 400 where it does not exist, or was charged before and belongs to no customer.
 */
export async function methodById(call: Call, id: string): Promise<KeptMethod> {
  const named = cardOfToken(id, call.now);
  if (named) return keep(call, named, readBillingDetails(undefined), {});
  const kept = await findObject<'payment_method', MethodSecret>(call.tx, 'payment_method', id, 'change');
  if (!kept) throw resourceMissing('PaymentMethod', id, 'payment_method', 400);
  if (kept.secret.used) {
    throw new StripeProblem(400, {
      type: 'invalid_request_error',
      message:
        'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    });
  }
  return kept;
}

export async function markUsed(call: Call, method: KeptMethod): Promise<void> {
  await updateObject(call.tx, 'payment_method', method.data, { ...method.secret, used: true });
}

async function keep(
  call: Call,
  { card, fate }: Card,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Record<string, string>,
): Promise<KeptMethod> {
  const data: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card,
    created: call.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  };
  const secret: MethodSecret = { fate };
  await insertObject(call.tx, 'payment_method', data, secret);
  return { data, secret };
}
