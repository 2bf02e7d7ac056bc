import type Stripe from 'stripe';

/** What Stripe puts under `error` in the body of a refused call. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error';
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: Stripe.PaymentMethod;
}

/** A refused call whose effects are rolled back. A declined card is an answer, not a problem: its failed charge stays. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** The envelope as Stripe writes it, with the page of the documentation that explains the code. */
export function errorEnvelope(error: ErrorBody): { error: ErrorBody & { doc_url?: string } } {
  if (!error.code) return { error };
  return { error: { ...error, doc_url: `https://docs.stripe.com/error-codes/${error.code.replaceAll('_', '-')}` } };
}

/** 400: a parameter is missing, unknown or has a bad value. */
export function invalidParam(param: string, message: string, code?: string): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) });
}

/** 404 where the id stands in the path, 400 where it is a parameter. */
export function resourceMissing(noun: string, id: string, param: string, status: 400 | 404 = 404): StripeProblem {
  return new StripeProblem(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** 400: the intent's status does not allow the call. */
export function unexpectedState(message: string, intent: object): StripeProblem {
  return new StripeProblem(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  });
}

/** 402: the card data itself is refused, before any charge. */
export function cardProblem(code: string, message: string, facts: { param?: string; decline_code?: string } = {}) {
  return new StripeProblem(402, { type: 'card_error', code, message, ...facts });
}
