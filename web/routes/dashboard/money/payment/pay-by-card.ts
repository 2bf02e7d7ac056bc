import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';

interface Buyer {
  name: string;
  email: string;
}

/** Creates a payment method from the card, then confirms the payment with it (spec §7). */
export async function payByCard(
  stripe: Stripe,
  card: StripeCardElement,
  clientSecret: string,
  buyer: Buyer,
): Promise<{ intentId: string } | { problem: string }> {
  const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details: buyer });
  if (method.error) return { problem: wordsOf(method.error) };
  const confirmed = await stripe.confirmCardPayment(clientSecret, { payment_method: method.paymentMethod.id });
  if (confirmed.error) {
    // The answer to an earlier try was lost: the intent that it succeeded with is the one to tell the shop of.
    const earlier = confirmed.error.payment_intent;
    if (earlier?.status === 'succeeded') return { intentId: earlier.id };
    return { problem: wordsOf(confirmed.error) };
  }
  if (confirmed.paymentIntent.status === 'succeeded') return { intentId: confirmed.paymentIntent.id };
  return { problem: 'The payment is not completed yet. Please try again.' };
}

function wordsOf(error: StripeError): string {
  return error.message ?? 'The card was not accepted. Please try another.';
}
