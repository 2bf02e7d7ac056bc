import { CURRENCIES } from '#contract/currencies.ts';
import type { Params } from './params.ts';
import { money } from './browser/money.ts';
import { invalidParam } from './problems.ts';

/** The least that Stripe charges in each currency, in its smallest unit. */
const MINIMUM: Record<string, number> = {
  usd: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  eur: 50,
  gbp: 30,
  hkd: 400,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  dkk: 250,
  pln: 200,
  sek: 300,
  sgd: 50,
  aed: 200,
};

/** All that a shop can sell in; of those without a minimum above it is taken to be 50. */
const OFFERED = new Set([...Object.keys(MINIMUM), ...CURRENCIES.map((code) => code.toLowerCase())]);
const MAXIMUM = 99_999_999;

export function readCurrency(params: Params): string {
  const given = params.requiredText('currency');
  const currency = given.toLowerCase();
  if (!OFFERED.has(currency)) {
    throw invalidParam(
      'currency',
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...OFFERED].join(', ')}`,
    );
  }
  return currency;
}

/** @throws 400 as Stripe words it, for an amount that cannot be charged. */
export function checkAmount(amount: number, currency: string): void {
  if (amount < 1) {
    throw invalidParam('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  }
  const minimum = MINIMUM[currency] ?? 50;
  if (amount < minimum) {
    throw invalidParam('amount', `Amount must be at least ${money(minimum, currency)} ${currency}`, 'amount_too_small');
  }
  if (amount > MAXIMUM) {
    throw invalidParam('amount', `Amount must be no more than ${money(MAXIMUM, currency)}`, 'amount_too_large');
  }
}
