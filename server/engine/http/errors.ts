import { type ErrorBody, type ErrorCode, ERROR_STATUS } from '#contract/errors.ts';
import { isUnavailable } from '#server/engine/db/faults.ts';
import type { Log } from '#server/log.ts';
import { AppError } from './app-error.ts';

/** Seconds after which a caller may try again when something the shop needs is down. */
export const RETRY_AFTER_DOWN = 2;

/**
 * The one place where a failure becomes an answer: what is unexpected says nothing about itself and is logged instead.
 * @param call method and route, such as `GET /tool/:id`, where it is known by then
 */
export function errorResponse(error: unknown, requestId: string, log: Log, call?: string): Response {
  const refusal = asRefusal(error);
  if (refusal.code === 'INTERNAL_ERROR' || ERROR_STATUS[refusal.code] === 503)
    log.error({ requestId, ...(call === undefined ? {} : { call }), error }, refusal.code);
  const body: ErrorBody = {
    ...refusal.facts,
    code: refusal.code,
    message: refusal.message,
    requestId,
    ...(refusal.issues ? { issues: refusal.issues } : {}),
  };
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter));
  if (ERROR_STATUS[refusal.code] === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(body), { status: ERROR_STATUS[refusal.code], headers });
}

/** Tells the log who was not let in where: what an operator looks for after an attack, without anything that lets in. */
export function logRefusal(
  log: Log,
  code: string,
  status: number,
  facts: { requestId: string; call: string; from: string; user?: string | undefined },
): void {
  if (status === 401 || status === 403 || status === 429) log.info({ ...facts, code }, 'refused');
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return withRetryAfter(error);
  if (isUnavailable(error)) {
    return new AppError(
      'SERVICE_UNAVAILABLE',
      'The shop cannot reach its database right now. Please try again in a moment.',
      {
        retryAfter: RETRY_AFTER_DOWN,
        cause: error,
      },
    );
  }
  return new AppError(
    'INTERNAL_ERROR',
    'Something went wrong on our side. Please try again; if it keeps happening, tell us the request id.',
    {
      cause: error,
    },
  );
}

const RETRIED: readonly ErrorCode[] = [
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'PAYMENT_UNAVAILABLE',
  'TOO_MANY_OPEN_ORDERS',
];

function withRetryAfter(error: AppError): AppError {
  if (error.retryAfter !== undefined || !RETRIED.includes(error.code)) return error;
  return new AppError(error.code, error.message, {
    facts: error.facts,
    retryAfter: error.code === 'RATE_LIMITED' ? 60 : RETRY_AFTER_DOWN,
    cause: error.cause,
    ...(error.issues ? { issues: error.issues } : {}),
  });
}
