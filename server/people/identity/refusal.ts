import type { Complaint } from '#server/engine/http/app-error.ts';
import { askedLanguage } from '#server/engine/http/asked-language.ts';
import { ended } from '#contract/sentences.ts';
import { languageHeaders, sayIssues } from '#server/engine/http/errors.ts';
import { saySentence } from '#server/engine/words/say.ts';
import { IDENTITY_ERRORS, type IdentityErrorCode } from '#contract/people/identity.ts';

/** What an identity call answers instead of what was asked for; status and sentence come from the contract's table. */
export class IdentityRefusal extends Error {
  readonly code: IdentityErrorCode;
  readonly issues: Complaint[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** The method that the path takes. */
  readonly allow: string | undefined;

  constructor(
    code: IdentityErrorCode,
    extra: { issues?: Complaint[]; retryAfter?: number; allow?: string; cause?: unknown } = {},
  ) {
    super(code, { cause: extra.cause });
    this.code = code;
    this.issues = extra.issues;
    this.retryAfter = extra.retryAfter;
    this.allow = extra.allow;
  }

  response(requestId: string, request: Request): Response {
    const language = askedLanguage(request);
    const [status, text] = IDENTITY_ERRORS[this.code];
    const [first] = this.issues ?? [];
    const message = saySentence(first ? ended(first.message) : { text }, language);
    const headers = new Headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...languageHeaders(language),
    });
    if (status === 429 || status === 503) headers.set('retry-after', String(this.retryAfter ?? 2));
    if (this.allow !== undefined) headers.set('allow', this.allow);
    const body = {
      code: this.code,
      message,
      requestId,
      ...(this.issues ? { issues: sayIssues(this.issues, language) } : {}),
    };
    return new Response(JSON.stringify(body), { status, headers });
  }
}
