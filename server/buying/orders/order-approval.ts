import { type SQL, sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Approval } from '#contract/buying/approvals.ts';
import type { Reason } from '#server/buying/order-tables/approvals.sql.ts';

/** What became of the question whether an order may be above a limit, as it is read. */
interface ApprovalRow extends Pick<Approval, 'state' | 'until' | 'note'> {
  reasons: Reason[];
  decidedAt: string | null;
  by: Approval['decidedBy'] | null;
}

/** The approval of an order that is read; null where it needed none or was withdrawn before anybody decided. */
export function approvalOf(): SQL<ApprovalRow | null> {
  return sql`case when orders.company_id is not null then (
    select json_build_object('state', asked.state, 'reasons', asked.reasons, 'until', asked.until,
      'decidedAt', asked.decided_at,
      'note', asked.note,
      'by', (select json_build_object('name', name, 'email', email) from users where id = asked.decided_by))
    from approvals asked where asked.order_id = orders.id and asked.state <> 'withdrawn') end`;
}

export function presentApproval({ state, reasons, until, decidedAt, by, note }: ApprovalRow): Approval {
  return {
    state,
    reasons: presentReasons(reasons),
    until: new Date(until).toISOString(),
    ...(by === null || by === undefined ? {} : { decidedBy: by }),
    ...(decidedAt === null ? {} : { decidedAt: new Date(decidedAt).toISOString() }),
    ...(note === undefined || note === '' ? {} : { note }),
  };
}

/** The same of an order that has just been placed. @param until when it expires */
export function justAsked(reasons: readonly Reason[], until: Date | null): Approval {
  if (until === null) throw new Error('an order that waits has a time');
  return { state: 'waiting', reasons: presentReasons(reasons), until: until.toISOString() };
}

function presentReasons(reasons: readonly Reason[]): Approval['reasons'] {
  return reasons.map(({ code, limitCents, sumCents }) => ({
    code,
    limit: centsToMoney(limitCents),
    sum: centsToMoney(sumCents),
  }));
}
