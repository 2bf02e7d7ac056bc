import type Stripe from 'stripe';
import { money } from './browser/money.ts';
import { type Answer, type Call, ok } from './api-call.ts';
import { newId } from './ids.ts';
import { invalidParam, resourceMissing, StripeProblem } from './problems.ts';
import { findObject, insertObject, type StoredObject, updateObject } from './store.ts';
import type { Fate } from './test-cards.ts';

type KeptCharge = StoredObject<'charge', Pick<Fate, 'refund'>>;

/** POST /v1/refunds: gives back all that is left, or `amount` of it. */
export async function createRefund(call: Call): Promise<Answer> {
  const { params } = call;
  const intentId = params.text('payment_intent');
  const chargeId = params.text('charge');
  const wanted = params.integer('amount');
  const reason = params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
  const metadata = params.metadata()?.({}) ?? {};
  params.done();
  const charge = await paidCharge(call, intentId, chargeId);
  const left = charge.data.amount_captured - charge.data.amount_refunded;
  if (left <= 0) {
    throw new StripeProblem(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.data.id} has already been refunded.`,
      charge: charge.data.id,
    });
  }
  const amount = wanted ?? left;
  if (amount < 1) {
    throw invalidParam('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  }
  if (amount > left) {
    const { currency } = charge.data;
    throw invalidParam(
      'amount',
      `Refund amount (${money(amount, currency)}) is greater than unrefunded amount on charge (${money(left, currency)})`,
    );
  }
  return ok(await giveBack(call, charge, amount, reason, metadata));
}

/** POST /v1/refunds/:id: only the metadata of a refund can change. */
export async function updateRefund(call: Call, id: string): Promise<Answer> {
  const kept = await findObject(call.tx, 'refund', id, 'change');
  if (!kept) throw resourceMissing('refund', id, 'id');
  const merge = call.params.metadata();
  call.params.done();
  const refund = { ...kept.data, metadata: merge ? merge(kept.data.metadata ?? {}) : kept.data.metadata };
  await updateObject(call.tx, 'refund', refund);
  await call.emit('refund.updated', refund, { metadata: kept.data.metadata });
  await call.emit('charge.refund.updated', refund, { metadata: kept.data.metadata });
  return ok(refund);
}

async function giveBack(
  call: Call,
  { data: before, secret }: KeptCharge,
  amount: number,
  reason: Stripe.Refund.Reason | null,
  metadata: Record<string, string>,
): Promise<Stripe.Refund> {
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: before.id,
    created: call.now,
    currency: before.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata,
    payment_intent: before.payment_intent,
    payment_method: before.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: secret.refund === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  const refunded = before.amount_refunded + amount;
  const charge: Stripe.Charge = {
    ...before,
    amount_refunded: refunded,
    refunded: refunded === before.amount_captured,
  };
  await insertObject(call.tx, 'refund', refund);
  await updateObject(call.tx, 'charge', charge);
  await call.emit('charge.refunded', charge, { amount_refunded: before.amount_refunded });
  await call.emit('refund.created', refund);
  if (secret.refund === 'pending') await settle(call, refund);
  if (secret.refund === 'fails') await fail(call, refund, charge);
  return refund;
}

/** The issuer took its time: the answer still says pending, the object and its event say succeeded. */
async function settle(call: Call, refund: Stripe.Refund): Promise<void> {
  const settled: Stripe.Refund = { ...refund, status: 'succeeded' };
  await updateObject(call.tx, 'refund', settled);
  await call.emit('refund.updated', settled, { status: 'pending' });
  await call.emit('charge.refund.updated', settled, { status: 'pending' });
}

/** The issuer sent the money back: the answer still says succeeded, the object and its events say failed. */
async function fail(call: Call, refund: Stripe.Refund, charge: Stripe.Charge): Promise<void> {
  const failed: Stripe.Refund = {
    ...refund,
    failure_balance_transaction: newId('txn'),
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  };
  await updateObject(call.tx, 'refund', failed);
  await updateObject(call.tx, 'charge', {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  await call.emit('refund.updated', failed, { status: 'succeeded' });
  await call.emit('refund.failed', failed);
}

async function paidCharge(call: Call, intentId: string | undefined, chargeId: string | undefined): Promise<KeptCharge> {
  if (intentId && chargeId) {
    throw invalidParam('charge', 'You may only specify one of these parameters: charge, payment_intent.');
  }
  if (!intentId && !chargeId) {
    throw invalidParam(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  if (chargeId) {
    const charge = await findObject<'charge', Pick<Fate, 'refund'>>(call.tx, 'charge', chargeId, 'change');
    if (!charge) throw resourceMissing('charge', chargeId, 'id');
    if (charge.data.status !== 'succeeded') throw notRefundable(`charge (${chargeId})`);
    return charge;
  }
  const intent = await findObject(call.tx, 'payment_intent', String(intentId), 'change');
  if (!intent) throw resourceMissing('payment_intent', String(intentId), 'payment_intent');
  const latest = String(intent.data.latest_charge);
  const charge = await findObject<'charge', Pick<Fate, 'refund'>>(call.tx, 'charge', latest, 'change');
  if (charge?.data.status !== 'succeeded') throw notRefundable(`PaymentIntent (${intent.data.id})`);
  return charge;
}

function notRefundable(what: string): StripeProblem {
  return new StripeProblem(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `This ${what} does not have a successful charge to refund.`,
    param: 'payment_intent',
  });
}
