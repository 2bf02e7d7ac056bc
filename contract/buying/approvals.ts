import { z } from 'zod';
import { Paging } from '../lists.ts';
import { bounded, Id, text } from '../text.ts';

/** Which limits an order can be above: the member's for one order, the member's for a month, the cost centre's for a month. */
const APPROVAL_REASONS = ['ORDER_LIMIT', 'MONTH_LIMIT', 'COST_CENTRE_LIMIT'] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** Of an order that went beyond a limit. Money as numbers with their decimals. */
export const Approval = z.object({
  state: z.enum(['waiting', 'approved', 'rejected', 'expired']),
  /** Each limit that it was above when it was placed, with what that limit's orders came to, this one included. */
  reasons: z.array(z.object({ code: z.enum(APPROVAL_REASONS), limit: z.number(), sum: z.number() })),
  /** When it expires unless it is decided; its stock is held until then. */
  until: z.string(),
  decidedBy: z.object({ name: z.string(), email: z.string() }).optional(),
  decidedAt: z.string().optional(),
  /** What whoever decided it said. */
  note: z.string().optional(),
});
export type Approval = z.infer<typeof Approval>;

export const Decision = z.strictObject({
  decision: z.enum(['approve', 'reject'], 'decision must be approve or reject'),
  note: text(0, 1000, 'Note').optional(),
  /** What the caller saw of the order as GET answers it: where it says something else by now, nothing is decided. */
  seen: z
    .strictObject({
      name: text(0, 200, 'Name'),
      company: text(0, 200, 'Company'),
      address: text(0, 1000, 'Address'),
      purchaseOrder: text(0, 64, 'Purchase order number'),
      note: text(0, 1000, 'Note'),
    })
    .partial()
    .optional(),
});
export type Decision = z.output<typeof Decision>;

/** Somebody who may approve an order. */
export const Approver = z.object({ userId: z.string(), name: z.string() });
export type Approver = z.infer<typeof Approver>;

/** What a limit for a month leaves, without the order that waits. Money as numbers with their decimals; null for no limit. */
const MonthStanding = z.object({ limit: z.number().nullable(), sum: z.number() });

/** What whoever decides wants to know beside the order itself. */
export const Standing = z.object({
  /** The month of whoever ordered it. */
  month: MonthStanding,
  /** The month of its cost centre; null where it is for none. */
  costCentre: MonthStanding.extend({ code: z.string() }).nullable(),
  /** Who else may decide, by name. */
  others: z.array(Approver),
});
export type Standing = z.infer<typeof Standing>;

/** Whom somebody leaves the decision to. */
export const PassOn = z.strictObject({ userId: Id });

/** What stands in the link of a letter. */
export const ApprovalParams = z.object({
  token: bounded(200, 'Send the token from the link').min(1, 'Send the token from the link'),
});

/** What waits for the caller; of one company, or of all that they belong to. */
export const ApprovalsQuery = Paging.extend({ companyId: Id.optional() });
export type ApprovalsQuery = z.output<typeof ApprovalsQuery>;
