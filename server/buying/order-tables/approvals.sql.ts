import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ApprovalReason } from '#contract/buying/approvals.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A limit that an order is above: what the limit is, and what it would come to with this order. Cents. */
export interface Reason {
  code: ApprovalReason;
  limitCents: number;
  sumCents: number;
}

/** Which orders went beyond a limit, and what became of them. One that was withdrawn was never decided. */
export const approvals = pgTable('approvals', {
  orderId: text('order_id').primaryKey(),
  state: text('state')
    .$type<'waiting' | 'approved' | 'rejected' | 'expired' | 'withdrawn'>()
    .notNull()
    .default('waiting'),
  reasons: jsonb('reasons').$type<Reason[]>().notNull(),
  until: when('until').notNull(),
  /** When those who may decide are reminded; null: they were. */
  remindAt: when('remind_at'),
  decidedBy: text('decided_by'),
  decidedAt: when('decided_at'),
  note: text('note').notNull().default(''),
});

/** What the links of letters hold, each of one approver and of the order as it stood. */
export const approvalTokens = pgTable('approval_tokens', {
  /** SHA-256 of what stands in the link. */
  tokenHash: text('token_hash').primaryKey(),
  orderId: text('order_id').notNull(),
  /** Null: their account is gone. */
  userId: text('user_id'),
  createdAt: when('created_at').notNull().defaultNow(),
  /** When it was passed on, or the order changed. */
  endedAt: when('ended_at'),
});
