import { moneyToCents } from '#contract/money.ts';
import type { RawQuery } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Reason } from '#server/buying/order-tables/approvals.sql.ts';
import { MAY_APPROVE } from './may-approve.ts';

/** What becomes of an order that was just placed for a firm. */
export interface Judged {
  /** `unpaid` goes through. */
  state: 'unpaid' | 'waiting';
  /** Why somebody has to approve it; empty where it goes through. */
  reasons: Reason[];
}

/**
 * Locks a firm until the end of the transaction, before its people and its tools: of orders that race for what a limit leaves,
 * each is judged after the one before it is written, and nobody's limit changes meanwhile.
 */
export async function lockFirm(query: RawQuery, companyId: string): Promise<void> {
  await query('select from companies where id = $1 for no key update', [companyId], 'lock-firm');
}

/**
 * Judges an order that this transaction wrote as unpaid, under the lock of its firm: it goes through, or it waits with these
 * reasons until somebody has approved it.
 * @throws AppError NO_APPROVER where it would wait and nobody could approve it: nothing may be placed then
 */
export async function judgeOrder(query: RawQuery, orderId: string): Promise<Judged> {
  const reasons = await reasonsToAsk(query, orderId);
  if (reasons.length === 0) return { state: 'unpaid', reasons };
  const approvers = await query(
    `select from orders o, company_members m, users u where o.id = $1 and ${MAY_APPROVE} limit 1`,
    [orderId],
    'who-approves',
  );
  if (approvers.length === 0) {
    throw new AppError(
      'NO_APPROVER',
      'This order is above a limit, and nobody else of the firm could approve it. Ask who manages the firm.',
    );
  }
  await query(
    `with waiting as (
      update orders set state = 'waiting' where id = $1 returning id, hold_until
    ), asked as (
      insert into approvals (order_id, reasons, until, remind_at)
      select id, $2::jsonb, hold_until,
        least(working_day_after(now()), hold_until - (hold_until - now()) / 4) from waiting
    ), unconfirmed as (
      delete from order_letters where order_id = $1
    )
    insert into news (kind, subject) select 'approval.asked', id from waiting`,
    [orderId, JSON.stringify(reasons)],
    'ask-for-approval',
  );
  return { state: 'waiting', reasons };
}

interface Limits {
  total: number;
  orderLimit: number | null;
  monthLimit: number | null;
  monthSum: number | null;
  /** As money, as cost centres are kept. */
  centreLimit: number | null;
  centreSum: number | null;
}

/** The limits that the order is above. The sums hold it, as it is unpaid by now. */
async function reasonsToAsk(query: RawQuery, orderId: string): Promise<Reason[]> {
  const [found] = await query<Limits>(
    `select o.total_cents as total, m.order_limit_cents::float8 as "orderLimit",
      m.month_limit_cents::float8 as "monthLimit",
       case when m.month_limit_cents is not null then month_sum(o.company_id, o.user_id,
         null)::float8 end as "monthSum",
       centre.money as "centreLimit",
       case when centre.money is not null then month_sum(o.company_id, null, o.cost_centre)::float8 end as "centreSum"
     from orders o join companies c on c.id = o.company_id
       join company_members m on m.company_id = o.company_id and m.user_id = o.user_id
       left join lateral (
         select (each ->> 'monthLimit')::float8 as money from jsonb_array_elements(c.cost_centres) each
         where each ->> 'code' = o.cost_centre) centre on true
     where o.id = $1`,
    [orderId],
    'limits-of-order',
  );
  // The statement that places it asks for a member under the lock that still holds.
  if (!found) throw new Error(`the order ${orderId} is for no firm of its buyer`);
  const { total, orderLimit, monthLimit, monthSum, centreLimit, centreSum } = found;
  const centreCents = centreLimit === null ? null : moneyToCents(centreLimit);
  return [
    ...above('ORDER_LIMIT', orderLimit, total),
    ...above('MONTH_LIMIT', monthLimit, monthSum),
    ...above('COST_CENTRE_LIMIT', centreCents, centreSum),
  ];
}

/** A sum equal to the limit passes. */
function above(code: Reason['code'], limitCents: number | null, sumCents: number | null): Reason[] {
  return limitCents !== null && sumCents !== null && sumCents > limitCents ? [{ code, limitCents, sumCents }] : [];
}
