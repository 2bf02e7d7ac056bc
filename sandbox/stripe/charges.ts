import type Stripe from 'stripe';
import type { Call } from './api-call.ts';
import { newId, randomText } from './ids.ts';
import type { KeptMethod } from './payment-methods.ts';
import { insertObject } from './store.ts';
import type { Decline, Fate } from './test-cards.ts';

/** Records an attempt to take the intent's money: paid, or refused with `decline`. */
export async function insertCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: KeptMethod,
  decline: Decline | undefined,
  authenticated: boolean,
): Promise<Stripe.Charge> {
  const captured = !decline && intent.capture_method !== 'manual';
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: captured ? newId('txn') : null,
    billing_details: method.data.billing_details,
    calculated_statement_descriptor: 'TRADEBENCH',
    captured,
    created: call.now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcome(decline, method.secret.fate),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.data.id,
    payment_method_details: methodDetails(method, intent.amount, authenticated),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  await insertObject(call.tx, 'charge', charge, { refund: method.secret.fate.refund });
  await call.emit(decline ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
}

function outcome(decline: Decline | undefined, fate: Fate): Stripe.Charge.Outcome {
  const risk = {
    risk_level: fate.risk ?? 'normal',
    risk_score: fate.risk === 'highest' ? 92 : fate.risk === 'elevated' ? 74 : 21,
  };
  if (!decline) {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: fate.risk === 'elevated' ? 'elevated_risk_level' : null,
      ...risk,
      seller_message:
        fate.risk === 'elevated' ? 'Stripe evaluated this payment as having elevated risk.' : 'Payment complete.',
      type: 'authorized',
    };
  }
  return {
    advice_code: decline.blocked ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: decline.blocked ? null : '01',
    network_status: decline.blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: decline.blocked ? 'highest_risk_level' : (decline.declineCode ?? decline.code),
    ...risk,
    seller_message: decline.blocked
      ? 'Stripe blocked this payment as too risky.'
      : 'The bank did not return any further details with this decline.',
    type: decline.blocked ? 'blocked' : 'issuer_declined',
  };
}

function methodDetails(
  method: KeptMethod,
  amount: number,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails | null {
  const { card, billing_details: billing } = method.data;
  if (!card) return null;
  const { fate } = method.secret;
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: randomText(6).toUpperCase(),
      brand: card.brand,
      checks: {
        address_line1_check: billing.address?.line1 ? (fate.line1Check ?? 'pass') : null,
        address_postal_code_check: billing.address?.postal_code ? (fate.postalCheck ?? 'pass') : null,
        cvc_check: card.checks?.cvc_check ? (fate.cvcCheck ?? 'pass') : null,
      },
      country: card.country,
      electronic_commerce_indicator: authenticated ? '05' : null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: randomText(15),
      regulated_status: card.regulated_status,
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
