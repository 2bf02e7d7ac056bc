import type { ReadPayment } from './read-bank-row.ts';

/** Those who collect card payments and pay them out in one sum, by how their names begin. */
const PROVIDERS = (
  'Stripe PayPal Adyen Mollie SumUp Klarna Worldline Payone Nexi Concardis Worldpay Elavon Zettle iZettle Square Checkout.com Saferpay' +
  ' Barclaycard Nets Bambora Unzer Viva.com Trustly'
).split(' ');
const LONGER = ['SIX Payment', 'Amazon Pay', 'Global Payments', 'American Express', 'First Data', 'Shopify Payments'];
/** What stands behind such a name where it is not the beginning of another one, such as Square Tools. */
const BEHIND =
  /^(?:$|[^\p{L}\d ])|^ (?:pay|merchant|transfer|settle|technolog|europe|eu |uk |inc|ltd|limited|gmbh|ag\b|se\b|n\.?v|b\.?v|ab\b|a\/s|s\.?[aà]\b|s\.?p\.?a|bank|international|client|financial|germany|deutschland|schweiz|switzerland|nordic|services|by |\d)/iu;
/** No name that is known stands longer. */
const MAX_NAME = 80;

/** The provider whose payout a payment looks like, by who sent it, or by its text where nobody is named; null for none. */
export function payoutOf({ payer, reference }: Pick<ReadPayment, 'payer' | 'reference'>): string | null {
  const text = (payer.trim() || reference.trim()).slice(0, MAX_NAME);
  const name = [...PROVIDERS, ...LONGER].find((each) => text.toLowerCase().startsWith(each.toLowerCase()));
  return name !== undefined && BEHIND.test(text.slice(name.length)) ? name : null;
}

/** Why such a payment settles nothing. */
export function whyPayout(provider: string): string {
  return `It looks like a payout by ${provider}: card payments are recorded when they are made, so it does not pay anything again`;
}
