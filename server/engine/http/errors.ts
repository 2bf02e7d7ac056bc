import { type ErrorBody, type ErrorCode, ERROR_STATUS, type Issue } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { sentence } from '#contract/sentences.ts';
import { isUnavailable } from '#server/engine/db/faults.ts';
import { saySentence } from '#server/engine/words/say.ts';
import type { Log } from '#server/log.ts';
import { AppError, type Complaint } from './app-error.ts';
import { askedLanguage } from './asked-language.ts';

/** Seconds after which a caller may try again when something the shop needs is down. */
export const RETRY_AFTER_DOWN = 2;

/**
 * The one place where a failure becomes an answer, in the language that was asked for: what is unexpected says nothing about
 * itself and is logged instead.
 * @param request null where what came did not become one
 * @param call method and route, such as `GET /tool/:id`, where it is known by then
 */
export function errorResponse(
  error: unknown,
  request: Request | null,
  requestId: string,
  log: Log,
  call?: string,
): Response {
  const language = askedLanguage(request);
  const refusal = asRefusal(error);
  if (refusal.code === 'INTERNAL_ERROR' || ERROR_STATUS[refusal.code] === 503)
    log.error({ requestId, ...(call === undefined ? {} : { call }), error }, refusal.code);
  const body: ErrorBody = {
    ...refusal.facts,
    code: refusal.code,
    message: saySentence(refusal.sentence, language),
    requestId,
    ...(refusal.issues ? { issues: sayIssues(refusal.issues, language) } : {}),
  };
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...languageHeaders(language),
  });
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter));
  if (ERROR_STATUS[refusal.code] === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(body), { status: ERROR_STATUS[refusal.code], headers });
}

/** What is wrong with each field, said in a language. */
export function sayIssues(complaints: readonly Complaint[], language: Language): Issue[] {
  return complaints.map((complaint) => ({ ...complaint, message: saySentence(complaint.message, language) }));
}

/** Says which language a refusal is in, and that another request may be answered in another. */
export function languageHeaders(language: Language): Record<string, string> {
  return { 'content-language': language, vary: 'Accept-Language' };
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
      sentence('The shop cannot reach its database right now. Please try again in a moment.'),
      {
        retryAfter: RETRY_AFTER_DOWN,
        cause: error,
      },
    );
  }
  return new AppError(
    'INTERNAL_ERROR',
    sentence('Something went wrong on our side. Please try again; if it keeps happening, tell us the request id.'),
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
  return new AppError(error.code, error.sentence, {
    facts: error.facts,
    retryAfter: error.code === 'RATE_LIMITED' ? 60 : RETRY_AFTER_DOWN,
    cause: error.cause,
    ...(error.issues ? { issues: error.issues } : {}),
  });
}
