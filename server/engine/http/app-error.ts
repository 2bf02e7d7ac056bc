import type { ErrorCode } from '#contract/errors.ts';
import type { Sentence } from '#contract/sentences.ts';
import { saySentence } from '#server/engine/words/say.ts';

/** A complaint about one field that is yet to be said in a language. */
export interface Complaint {
  path: string;
  message: Sentence;
  code?: ErrorCode;
  [fact: string]: unknown;
}

/**
 * A refusal that a rule decides on; the one error handler turns it into the contract's answer, in the language of the request.
 * Its `message` is English, for logs and other programs.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly facts: Record<string, unknown>;
  readonly sentence: Sentence;
  readonly issues: Complaint[] | undefined;
  /** Seconds after which another try makes sense, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    said: Sentence,
    extra: { facts?: Record<string, unknown>; issues?: Complaint[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(saySentence(said, 'en'), { cause: extra.cause });
    this.code = code;
    this.sentence = said;
    this.facts = extra.facts ?? {};
    this.issues = extra.issues;
    this.retryAfter = extra.retryAfter;
  }
}

/** @throws AppError with the version that is, where another one was seen; whoever saw none minds no change */
export function requireVersion(
  seen: number | undefined,
  version: number,
  code: ErrorCode & `STALE_${string}`,
  message: Sentence,
): void {
  if (seen !== undefined && seen !== version) throw new AppError(code, message, { facts: { version } });
}

/** A complaint about one field: 400 VALIDATION_ERROR. */
export function invalid(path: string, message: Sentence): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path, message }] });
}
