import type { Issue } from '#contract/errors.ts';
import { IDENTITY_ERRORS, type IdentityErrorCode } from '#contract/people/identity.ts';

/** What an identity call answers instead of what was asked for; status and sentence come from the contract's table. */
export class IdentityRefusal extends Error {
  readonly code: IdentityErrorCode;
  readonly issues: Issue[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** The method that the path takes. */
  readonly allow: string | undefined;

  constructor(
    code: IdentityErrorCode,
    extra: { issues?: Issue[]; retryAfter?: number; allow?: string; cause?: unknown } = {},
  ) {
    super(code, { cause: extra.cause });
    this.code = code;
    this.issues = extra.issues;
    this.retryAfter = extra.retryAfter;
    this.allow = extra.allow;
  }

  response(requestId: string): Response {
    const [status, sentence] = IDENTITY_ERRORS[this.code];
    const message = this.issues?.[0] ? `${this.issues[0].message}.` : sentence;
    const headers = new Headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    });
    if (status === 429 || status === 503) headers.set('retry-after', String(this.retryAfter ?? 2));
    if (this.allow !== undefined) headers.set('allow', this.allow);
    const body = { code: this.code, message, requestId, ...(this.issues ? { issues: this.issues } : {}) };
    return new Response(JSON.stringify(body), { status, headers });
  }
}
