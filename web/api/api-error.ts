import type { ErrorBody, ErrorCode, Issue } from '#contract/errors.ts';
import { say } from '#web/saying/say.ts';

/** Codes of the contract, and the two that only a client can see. */
export type ClientErrorCode = ErrorCode | 'NETWORK_ERROR' | 'UNEXPECTED_ANSWER';

interface ClientErrorBody {
  code: ClientErrorCode;
  message: string;
  requestId?: string;
  issues?: readonly Issue[];
  [fact: string]: unknown;
}

/** A call that did not succeed, as a value that forms and pages can read. */
export class ApiError extends Error {
  readonly code: ClientErrorCode;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly issues: readonly Issue[];
  /** What the answer adds for its code, such as `availableQuantity`. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(status: number, body: ClientErrorBody) {
    const { code, message, requestId, issues, ...facts } = body;
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.issues = issues ?? [];
    this.facts = facts;
  }

  /** A fact that is a number; undefined where it is missing. */
  number(fact: string): number | undefined {
    const value = this.facts[fact];
    return typeof value === 'number' ? value : undefined;
  }
}

/** The failure that an answer tells of; never throws itself, whatever stands between shop and browser. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return new ApiError(response.status, body);
  return unexpectedAnswer(response.status);
}

export function unexpectedAnswer(status: number): ApiError {
  return new ApiError(status, {
    code: 'UNEXPECTED_ANSWER',
    message: say('The shop sent an unexpected answer. Please try again.'),
  });
}

export function networkError(): ApiError {
  return new ApiError(0, {
    code: 'NETWORK_ERROR',
    message: say('The shop cannot be reached. Check your connection and try again.'),
  });
}

function isErrorBody(value: unknown): value is ErrorBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
