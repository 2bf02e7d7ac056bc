import type { Decision } from '#contract/buying/approvals.ts';
import { call, type CallAnswer } from '#web/api/call.ts';
import { lastWord } from './last-word.ts';

/** What the link of a letter asks to approve. */
export type AskedApproval = CallAnswer<'GET /approval/:token'>;

/** Decides nothing. @throws ApiError APPROVAL_NOT_FOUND, APPROVAL_GONE */
export function fetchApproval(token: string, signal: AbortSignal): Promise<AskedApproval> {
  return call('GET /approval/:token', { params: { token }, signal });
}

/** @param isLeaving it goes through though the page is left meanwhile. @throws ApiError APPROVAL_NOT_FOUND, APPROVAL_GONE */
export function decideByLetter(token: string, body: Decision, isLeaving = false) {
  return call('POST /approval/:token', { params: { token }, body, ...(isLeaving ? lastWord() : {}) });
}

/** Leaves the decision to somebody else; the link ends with it. @throws ApiError APPROVAL_NOT_FOUND, APPROVAL_GONE */
export function passByLetter(token: string, userId: string) {
  return call('POST /approval/:token/pass', { params: { token }, body: { userId } });
}
