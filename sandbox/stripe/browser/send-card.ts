import type { BillingDetails, MethodResult } from './messages.ts';

/** Digits, the expiry as four of them; the postal code where it was asked for. */
interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  postalCode: string | undefined;
}

/** Sends a card to Stripe's own endpoint. Runs in the card frame; stands alone. */
export async function sendCard(key: string, card: TypedCard, billing: BillingDetails): Promise<MethodResult> {
  const form = new URLSearchParams({
    key,
    type: 'card',
    'card[number]': card.number,
    'card[exp_month]': card.expiry.slice(0, 2),
    'card[exp_year]': card.expiry.slice(2),
    'card[cvc]': card.cvc,
  });
  const address = { ...(card.postalCode === undefined ? {} : { postal_code: card.postalCode }), ...billing.address };
  for (const name of ['name', 'email', 'phone'] as const) {
    if (billing[name]) form.set(`billing_details[${name}]`, billing[name]);
  }
  for (const [name, value] of Object.entries(address)) {
    if (value) form.set(`billing_details[address][${name}]`, value);
  }
  try {
    const response = await fetch('v1/payment_methods', { method: 'POST', body: form, credentials: 'omit' });
    const answer = (await response.json()) as { id: string } | { error: NonNullable<MethodResult['error']> };
    return 'error' in answer ? { error: answer.error } : { paymentMethod: answer };
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}
