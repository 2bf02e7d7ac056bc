import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/**
 * What the orders of a company come to that were placed in the shop's month, in cents and less what went back; what waits for
 * approval is not among them. An expression of a statement.
 * @param of one of its people, or one of its cost centres by its code
 */
export function monthSum(
  companyId: SQLWrapper | string,
  of: { userId: SQLWrapper | string } | { costCentre: SQLWrapper | string },
): SQL<number> {
  const whose =
    'userId' in of ? sql`placed.user_id = ${of.userId}` : sql`lower(placed.cost_centre) = lower(${of.costCentre})`;
  return sql<number>`(select coalesce(sum(total_cents - refunded_cents), 0)::float8 from orders placed
    where placed.company_id = ${companyId} and ${whose}
      and placed.created_at >= (select day_begins(date_trunc('month', shop_today())::date, shop_zone()))
      and placed.state in ('unpaid', 'open', 'paid'))`;
}
