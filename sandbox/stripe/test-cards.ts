// The test cards of https://docs.stripe.com/testing and what the issuer says to each.

export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
  param?: string;
  /** Refused by the merchant's own rules before the issuer was asked. */
  blocked?: boolean;
}

/** What happens when money is taken from a card, and afterwards. Nothing set: it is simply paid. */
export interface Fate {
  decline?: Decline;
  /** The buyer must first say yes in the 3-D Secure dialog. */
  challenge?: boolean;
  cvcCheck?: 'fail';
  postalCheck?: 'fail' | 'unavailable';
  line1Check?: 'fail' | 'unavailable';
  risk?: 'elevated' | 'highest';
  refund?: 'pending' | 'fails';
}

const DECLINED = 'Your card was declined.';
const declined = (declineCode: string, message = DECLINED): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

const GENERIC_DECLINE = declined('generic_decline');
const INSUFFICIENT_FUNDS = declined('insufficient_funds', 'Your card has insufficient funds.');
const BLOCKED: Decline = { ...declined('fraudulent'), blocked: true };

/** To a number that is valid but no test card: so a real card typed into the demo goes nowhere. */
export const LIVE_CARD = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
);

const PAID: Fate = {};

const CARDS: Record<string, Fate> = {
  '4242424242424242': PAID,
  '4000056655665556': PAID,
  '5555555555554444': PAID,
  '2223003122003222': PAID,
  '5200828282828210': PAID,
  '5105105105105100': PAID,
  '378282246310005': PAID,
  '371449635398431': PAID,
  '6011111111111117': PAID,
  '6011000990139424': PAID,
  '6011981111111113': PAID,
  '3056930009020004': PAID,
  '36227206271667': PAID,
  '6555900000604105': PAID,
  '3566002020360505': PAID,
  '6200000000000005': PAID,
  '6200000000000047': PAID,
  '6205500000000000004': PAID,
  '4000008260000000': PAID,
  '4000002760000016': PAID,
  '4000002500000003': PAID,
  '4000001240000000': PAID,
  '4000000360000006': PAID,
  '4000003920000003': PAID,

  '4000000000000002': { decline: GENERIC_DECLINE },
  '4000000000009995': { decline: INSUFFICIENT_FUNDS },
  '4000000000009987': { decline: declined('lost_card') },
  '4000000000009979': { decline: declined('stolen_card') },
  '4000000000000069': { decline: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' } },
  '4000000000000127': {
    cvcCheck: 'fail',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  },
  '4000000000000119': {
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000000000006975': {
    decline: declined(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  },
  '4000000000000341': { decline: GENERIC_DECLINE },

  '4000002500003155': { challenge: true },
  '4000002760003184': { challenge: true },
  '4000000000003220': { challenge: true },
  '4000000000003063': { challenge: true },
  '4000008260003178': { challenge: true, decline: INSUFFICIENT_FUNDS },
  '4000008400001629': { challenge: true, decline: GENERIC_DECLINE },
  '4000003800000446': PAID,
  '4000000000003055': PAID,
  '4000000000003097': PAID,

  '4000000000009235': { risk: 'elevated' },
  '4000000000004954': { risk: 'highest', decline: BLOCKED },
  '4100000000000019': { risk: 'highest', decline: BLOCKED },
  '4000000000000101': { cvcCheck: 'fail' },
  '4000000000000036': { postalCheck: 'fail' },
  '4000000000000028': { line1Check: 'fail' },
  '4000000000000010': { postalCheck: 'fail', line1Check: 'fail' },
  '4000000000000044': { postalCheck: 'unavailable', line1Check: 'unavailable' },
  '4000000000000077': PAID,
  '4000000000007726': { refund: 'pending' },
  '4000000000005126': { refund: 'fails' },
};

/** Stripe's names for cards that need no number: `pm_card_<name>` and `tok_<name>`. */
const NAMES: Record<string, string> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  us: '4242424242424242',
  gb: '4000008260000000',
  de: '4000002760000016',
  fr: '4000002500000003',
  ca: '4000001240000000',
  au: '4000000360000006',
  jp: '4000003920000003',
  chargeDeclined: '4000000000000002',
  visa_chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  visa_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  chargeDeclinedFraudulent: '4100000000000019',
  chargeCustomerFail: '4000000000000341',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  authenticationRequiredSetupForOffSession: '4000003800000446',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  threeDSecure2Required: '4000000000003220',
  threeDSecureRequired: '4000000000003063',
  threeDSecureRequiredChargeDeclined: '4000008400001629',
  threeDSecureOptional: '4000000000003055',
  riskLevelElevated: '4000000000009235',
  riskLevelHighest: '4000000000004954',
  radarBlock: '4100000000000019',
  cvcCheckFail: '4000000000000101',
  avsZipFail: '4000000000000036',
  avsLine1Fail: '4000000000000028',
  avsFail: '4000000000000010',
  avsUnchecked: '4000000000000044',
  bypassPending: '4000000000000077',
  pendingRefund: '4000000000007726',
  refundFail: '4000000000005126',
};

const COUNTRIES: Record<string, string> = {
  '4000008260000000': 'GB',
  '4000008260003178': 'GB',
  '4000002760000016': 'DE',
  '4000002760003184': 'DE',
  '4000002500000003': 'FR',
  '4000002500003155': 'FR',
  '4000001240000000': 'CA',
  '4000000360000006': 'AU',
  '4000003920000003': 'JP',
  '3566002020360505': 'JP',
  '6200000000000005': 'CN',
};

/** Undefined for a number that is no test card. */
export function fateOf(number: string): Fate | undefined {
  return Object.hasOwn(CARDS, number) ? CARDS[number] : undefined;
}

/** The number behind `pm_card_visa` or `tok_visa`; undefined for a name that does not exist. */
export function numberOfToken(token: string): string | undefined {
  const name = /^(?:pm_card|tok)_(\w+)$/.exec(token)?.[1];
  return name !== undefined && Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}

export function countryOf(number: string): string {
  return COUNTRIES[number] ?? 'US';
}
