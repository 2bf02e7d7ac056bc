import type Stripe from 'stripe';
import type { Params } from './params.ts';

function readAddress(params: Params | undefined): Stripe.Address {
  const address = {
    city: params?.text('city') ?? null,
    country: params?.text('country') ?? null,
    line1: params?.text('line1') ?? null,
    line2: params?.text('line2') ?? null,
    postal_code: params?.text('postal_code') ?? null,
    state: params?.text('state') ?? null,
  };
  params?.done();
  return address;
}

export function readBillingDetails(params: Params | undefined): Stripe.PaymentMethod.BillingDetails {
  const details = {
    address: readAddress(params?.hash('address')),
    email: params?.text('email', 800) ?? null,
    name: params?.text('name') ?? null,
    phone: params?.text('phone') ?? null,
    tax_id: params?.text('tax_id') ?? null,
  };
  params?.done();
  return details;
}

export function readShipping(params: Params | undefined): Stripe.PaymentIntent.Shipping | null {
  if (!params) return null;
  const shipping = {
    name: params.requiredText('name'),
    phone: params.text('phone') ?? null,
    carrier: params.text('carrier') ?? null,
    tracking_number: params.text('tracking_number') ?? null,
    address: readAddress(params.hash('address')),
  };
  params.done();
  return shipping;
}
