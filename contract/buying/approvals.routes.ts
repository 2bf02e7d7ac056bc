import { z } from 'zod';
import { defineRoutes } from '../route.ts';
import { ApprovalParams, ApprovalsQuery, Approver, Decision, PassOn, Standing } from './approvals.ts';
import { Order } from './orders.ts';

/** Why what is approved does not go on: its firm orders nothing, or may not owe it. */
const HELD_UP = [
  'COMPANY_NOT_ACTIVE',
  'COMPANY_ON_HOLD',
  'NO_TERMS',
  'CREDIT_LIMIT',
  'ACCOUNT_OVERDUE',
  'NUMBERS_UNKNOWN',
] as const;

/** What waits until somebody of the firm has approved it. */
export const approvalRoutes = defineRoutes({
  listApprovals: {
    call: 'GET /approvals',
    access: 'signed-in',
    summary: 'What waits for the approval of the caller, the newest first',
    query: ApprovalsQuery,
    answer: z.array(Order),
    list: true,
    errors: ['COMPANY_NOT_FOUND'],
  },
  getStanding: {
    call: 'GET /order/:id/approval',
    access: 'signed-in',
    summary: 'What the month stands at, to whoever may approve an order that waits',
    answer: Standing,
    errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'ALREADY_DECIDED'],
  },
  decideOrder: {
    call: 'POST /order/:id/approval',
    access: 'signed-in',
    summary:
      'Approve or reject what somebody else of the firm ordered above a limit; up to the own limit for one order',
    body: Decision,
    answer: Order,
    errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'ALREADY_DECIDED', 'STALE_ORDER', ...HELD_UP],
  },
  passApproval: {
    call: 'POST /order/:id/approval/pass',
    access: 'signed-in',
    summary: 'Leave the decision to somebody else who may approve; they and whoever ordered are told',
    body: PassOn,
    answer: Approver,
    errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'ALREADY_DECIDED'],
  },
  getApproval: {
    call: 'GET /approval/:token',
    access: 'public',
    summary: 'What the link of a letter asks to approve; it decides nothing',
    params: ApprovalParams,
    answer: Order.extend({ standing: Standing, approver: Approver }),
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_GONE'],
  },
  decideByLetter: {
    call: 'POST /approval/:token',
    access: 'public',
    summary: 'Approve or reject by the link of a letter',
    params: ApprovalParams,
    body: Decision,
    answer: Order,
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_GONE', ...HELD_UP],
  },
  passByLetter: {
    call: 'POST /approval/:token/pass',
    access: 'public',
    summary: 'Leave the decision to somebody else by the link of a letter, which ends with it',
    params: ApprovalParams,
    body: PassOn,
    answer: Approver,
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_GONE'],
  },
});
