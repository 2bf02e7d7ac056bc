import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ApprovalReason } from '#contract/buying/approvals.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { orders } from './orders.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A limit that an order is above: what the limit is, and what it would come to with this order. Cents. */
export interface Reason {
  code: ApprovalReason;
  limitCents: number;
  sumCents: number;
}

/** Which orders went beyond a limit, and what became of them. One that was withdrawn was never decided. */
export const approvals = pgTable(
  'approvals',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    state: text('state')
      .$type<'waiting' | 'approved' | 'rejected' | 'expired' | 'withdrawn'>()
      .notNull()
      .default('waiting'),
    reasons: jsonb('reasons').$type<Reason[]>().notNull(),
    until: when('until').notNull(),
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: when('decided_at'),
    note: text('note').notNull().default(''),
  },
  (table) => [
    check('approvals_state', sql`${table.state} in ('waiting', 'approved', 'rejected', 'expired', 'withdrawn')`),
    check('approvals_decided', sql`(${table.state} in ('approved', 'rejected')) = (${table.decidedAt} is not null)`),
    index('approvals_decided_by').on(table.decidedBy),
  ],
);
