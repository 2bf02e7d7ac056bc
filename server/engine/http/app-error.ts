import type { ErrorCode, Issue } from '#contract/errors.ts';

/** A refusal that a rule decides on; the one error handler turns it into the contract's answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly facts: Record<string, unknown>;
  readonly issues: Issue[] | undefined;
  /** Seconds after which another try makes sense, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { facts?: Record<string, unknown>; issues?: Issue[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.code = code;
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
  message: string,
): void {
  if (seen !== undefined && seen !== version) throw new AppError(code, message, { facts: { version } });
}

/** A complaint about one field: 400 VALIDATION_ERROR. */
export function invalid(path: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path, message }] });
}
