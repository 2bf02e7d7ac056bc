import { sql } from 'drizzle-orm';
import type { Approver, Standing } from '#contract/buying/approvals.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Db } from '#server/engine/db/client.ts';
import { MAY_APPROVE } from '#server/buying/limits/may-approve.ts';
import { monthSum } from '#server/buying/limits/month-sum.ts';

interface LimitRow extends Record<string, unknown> {
  limit: number | null;
  sum: number;
  code: string | null;
  /** As money, as cost centres are kept. */
  centreLimit: number | null;
  centreSum: number;
}

/** What whoever decides wants to know beside the order. @param userId who that is, and is none of the others */
export async function standingOf(db: Db, orderId: string, userId: string): Promise<Standing> {
  const approvers = await approversOf(db, orderId);
  const others = approvers.filter((each) => each.userId !== userId);
  return { ...(await monthOf(db, orderId)), others: others.map(({ userId: id, name }) => ({ userId: id, name })) };
}

/** What the month stands at for an order that waits, which is not counted in it. */
export async function monthOf(db: Db, orderId: string): Promise<Omit<Standing, 'others'>> {
  const { rows } = await db.execute<LimitRow>(sql`
    select m.month_limit_cents::float8 as "limit",
      ${monthSum(sql`o.company_id`, { userId: sql`o.user_id` })} as sum,
      o.cost_centre as code,
      ${monthSum(sql`o.company_id`, { costCentre: sql`o.cost_centre` })} as "centreSum",
      (select (each ->> 'monthLimit')::float8 from jsonb_array_elements(c.cost_centres) each
        where lower(each ->> 'code') = lower(o.cost_centre)) as "centreLimit"
    from orders o join companies c on c.id = o.company_id
      left join company_members m on m.company_id = o.company_id and m.user_id = o.user_id
    where o.id = ${orderId}`);
  const [found] = rows;
  if (!found) throw new Error(`the order ${orderId} is for no company`);
  const { limit, sum, code, centreLimit, centreSum } = found;
  return {
    month: { limit: limit === null ? null : centsToMoney(limit), sum: centsToMoney(sum) },
    costCentre: code === null ? null : { code, limit: centreLimit, sum: centsToMoney(centreSum) },
  };
}

/** Who may approve an order, by name. */
export async function approversOf(db: Db, orderId: string): Promise<(Approver & { email: string })[]> {
  const { rows } = await db.execute<Approver & { email: string }>(sql`
    select u.id as "userId", u.name, u.email from orders o, company_members m, users u
    where o.id = ${orderId} and ${sql.raw(MAY_APPROVE)} order by lower(u.name), u.id`);
  return rows;
}
