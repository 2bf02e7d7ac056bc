import type Stripe from 'stripe';
import { money } from './money.ts';
import { escapeHtml, htmlPage } from './frame-pages.ts';

interface Payment {
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge | null;
}

const CARDS_TO_TRY: [number: string, outcome: string][] = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0025 0000 3155', 'asks for 3-D Secure first'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0069', 'has expired'],
  ['4000 0000 0000 0127', 'has another security code'],
  ['4000 0000 0000 0119', 'meets a processing error'],
  ['4000 0084 0000 1629', 'asks for 3-D Secure, then is declined'],
];

/** What the sandbox was asked to do, newest first, for whoever runs the demo. It shows no client secret. */
export function dashboardPage(payments: Payment[]): string {
  const rows = payments.map(paymentRow).join('\n');
  const cards = CARDS_TO_TRY.map(
    ([number, outcome]) => `<tr><td class="number">${number}</td><td>${outcome}</td></tr>`,
  );
  return htmlPage(
    'Payments in the sandbox',
    `<main class="dashboard">
<h1>Payments in the sandbox</h1>
<p>This stands in for Stripe in the demo. No real card is charged, and no money moves.</p>
<div class="scroll" role="region" aria-label="Payments" tabindex="0">
<table>
<thead><tr><th scope="col">Time (UTC)</th><th scope="col" class="amount">Amount</th><th scope="col" class="amount">Refunded</th><th scope="col">Status</th><th scope="col">Card</th><th scope="col">Metadata</th><th scope="col">Payment</th></tr></thead>
<tbody>${rows || '<tr><td colspan="7">Nothing has been paid yet.</td></tr>'}</tbody>
</table>
</div>
<h2>Cards to try</h2>
<p>With any future date, any security code and any ZIP code.</p>
<table><thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead><tbody>${cards.join('\n')}</tbody></table>
</main>`,
  );
}

function paymentRow({ intent, charge }: Payment): string {
  const { last_payment_error: error, metadata } = intent;
  const card = charge?.payment_method_details?.card;
  const reason = intent.status === 'requires_payment_method' && error ? ` (${error.decline_code ?? error.code})` : '';
  const facts = [
    new Date(intent.created * 1000).toISOString().slice(0, 19).replace('T', ' '),
    money(intent.amount, intent.currency),
    charge?.amount_refunded ? money(charge.amount_refunded, intent.currency) : '',
    `${intent.status}${reason}`,
    card ? `${card.brand} ${card.last4}` : '',
    Object.entries(metadata)
      .map(([key, value]) => `${key}: ${value}`)
      .join(', '),
    intent.id,
  ];
  const classes = ['number', 'amount', 'amount', '', 'number', '', 'number'];
  return `<tr>${facts.map((fact, index) => `<td class="${classes[index]}">${escapeHtml(fact)}</td>`).join('')}</tr>`;
}
