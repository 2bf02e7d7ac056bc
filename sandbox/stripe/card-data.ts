import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { brandRules, passesLuhn } from './browser/card-rules.ts';
import type { Params } from './params.ts';
import { cardProblem, invalidParam, StripeProblem } from './problems.ts';
import { countryOf, type Fate, fateOf, LIVE_CARD, numberOfToken } from './test-cards.ts';

export interface Card {
  card: Stripe.PaymentMethod.Card;
  fate: Fate;
}

/** How far ahead an expiry may lie before Stripe calls it invalid. */
const MAX_YEARS_AHEAD = 50;

/**
 * Reads `card[number]`, `card[exp_month]`, `card[exp_year]`, `card[cvc]`, or `card[token]`.
 * @throws 402 with the code that says which part is wrong, or that the card is no test card.
 */
export function readCard(params: Params, now: number): Card {
  const token = params.text('token');
  if (token !== undefined) {
    params.done();
    return cardOfToken(token, now) ?? noSuchToken(token);
  }
  const number = params.requiredText('number').replace(/[\s-]/g, '');
  const month = params.requiredInteger('exp_month');
  const year = fullYear(params.requiredInteger('exp_year'), now);
  const cvc = params.text('cvc');
  params.done();

  checkNumber(number);
  checkExpiry(month, year, now);
  if (cvc !== undefined && !validCvc(cvc, number)) {
    throw cardProblem('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' });
  }
  const fate = fateOf(number);
  if (!fate) {
    throw cardProblem(LIVE_CARD.code, LIVE_CARD.message, { decline_code: LIVE_CARD.declineCode, param: 'number' });
  }
  return { card: describe(number, month, year, cvc !== undefined), fate };
}

/** The card behind `pm_card_visa`, `tok_visa` and their like; valid to the end of next year. */
export function cardOfToken(token: string, now: number): Card | undefined {
  const number = numberOfToken(token);
  if (number === undefined) return undefined;
  const year = new Date(now * 1000).getUTCFullYear() + 1;
  return { card: describe(number, 12, year, false), fate: fateOf(number) ?? {} };
}

function noSuchToken(token: string): never {
  throw new StripeProblem(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such token: '${token}'`,
    param: 'card[token]',
  });
}

function checkNumber(number: string): void {
  const badLength = number.length < 12 || number.length > 19;
  if (!/^\d+$/.test(number)) {
    throw cardProblem('invalid_number', 'The card number is not a valid credit card number.', { param: 'number' });
  }
  if (badLength || !passesLuhn(number)) {
    throw cardProblem('incorrect_number', 'Your card number is incorrect.', { param: 'number' });
  }
}

function checkExpiry(month: number, year: number, now: number): void {
  if (month < 1 || month > 12) {
    throw cardProblem('invalid_expiry_month', "Your card's expiration month is invalid.", { param: 'exp_month' });
  }
  const today = new Date(now * 1000);
  const thisYear = today.getUTCFullYear();
  if (year < thisYear || year > thisYear + MAX_YEARS_AHEAD) {
    throw cardProblem('invalid_expiry_year', "Your card's expiration year is invalid.", { param: 'exp_year' });
  }
  if (year === thisYear && month < today.getUTCMonth() + 1) {
    throw cardProblem('invalid_expiry_month', "Your card's expiration month is invalid.", { param: 'exp_month' });
  }
}

function fullYear(year: number, now: number): number {
  if (year < 0) throw invalidParam('card[exp_year]', `Invalid integer: ${year}`, 'parameter_invalid_integer');
  if (year > 99) return year;
  return Math.floor(new Date(now * 1000).getUTCFullYear() / 100) * 100 + year;
}

function validCvc(cvc: string, number: string): boolean {
  return /^\d+$/.test(cvc) && (cvc.length === 3 || (cvc.length === 4 && brandRules(number).cvcLength === 4));
}

function describe(number: string, month: number, year: number, cvcGiven: boolean): Stripe.PaymentMethod.Card {
  const { brand } = brandRules(number);
  return {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvcGiven ? 'unchecked' : null,
    },
    country: countryOf(number),
    display_brand: brand === 'amex' ? 'american_express' : brand,
    exp_month: month,
    exp_year: year,
    fingerprint: createHash('sha256').update(`fingerprint of ${number}`).digest('base64url').slice(0, 16),
    funding: number.startsWith('51051') ? 'prepaid' : number.startsWith('40000566') ? 'debit' : 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}
