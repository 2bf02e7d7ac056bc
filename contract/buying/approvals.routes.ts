import { z } from 'zod';
import { defineRoutes } from '../route.ts';
import { ApprovalParams, ApprovalsQuery, Approver, Decision, PassOn, Standing } from './approvals.ts';
import { Order } from './orders.ts';

/** Why what is approved does not go on: its company orders nothing, or may not owe it. */
const HELD_UP = [
  'COMPANY_NOT_ACTIVE',
  'COMPANY_ON_HOLD',
  'NO_TERMS',
  'CREDIT_LIMIT',
  'ACCOUNT_OVERDUE',
  'NUMBERS_UNKNOWN',
] as const;

/** What waits until somebody of the company has approved it. */
export const approvalRoutes = defineRoutes({
  listApprovals: {
    call: 'GET /approvals',
    access: 'signed-in',
    summary: "Orders waiting for the caller's approval, newest first",
    query: ApprovalsQuery,
    answer: z.array(Order),
    list: true,
    errors: ['COMPANY_NOT_FOUND'],
  },
  getStanding: {
    call: 'GET /order/:id/approval',
    access: 'signed-in',
    summary: 'How much was ordered this month, for whoever may approve a waiting order',
    answer: Standing,
    errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'ALREADY_DECIDED'],
  },
  decideOrder: {
    call: 'POST /order/:id/approval',
    access: 'signed-in',
    summary: "Approve or reject a colleague's order above a limit, up to the caller's own limit for one order",
    body: Decision,
    answer: Order,
    errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'ALREADY_DECIDED', 'STALE_ORDER', ...HELD_UP],
  },
  passApproval: {
    call: 'POST /order/:id/approval/pass',
    access: 'signed-in',
    summary: 'Pass the decision on to somebody else who may approve; they and the buyer are notified',
    body: PassOn,
    answer: Approver,
    errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'ALREADY_DECIDED'],
  },
  getApproval: {
    call: 'GET /approval/:token',
    access: 'public',
    summary: 'The order that an approval link is about; reading it decides nothing',
    params: ApprovalParams,
    answer: Order.extend({ standing: Standing, approver: Approver }),
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_GONE'],
  },
  decideByLetter: {
    call: 'POST /approval/:token',
    access: 'public',
    summary: 'Approve or reject by an approval link',
    params: ApprovalParams,
    body: Decision,
    answer: Order,
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_GONE', ...HELD_UP],
  },
  passByLetter: {
    call: 'POST /approval/:token/pass',
    access: 'public',
    summary: 'Pass the decision on by an approval link, which then stops working',
    params: ApprovalParams,
    body: PassOn,
    answer: Approver,
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_GONE'],
  },
});
