import { z } from 'zod';
import { text } from '../text.ts';

/** Which limits an order can be above: the member's for one order, the member's for a month, the cost centre's for a month. */
export const APPROVAL_REASONS = ['ORDER_LIMIT', 'MONTH_LIMIT', 'COST_CENTRE_LIMIT'] as const;
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
});
export type Decision = z.output<typeof Decision>;
