import { type SQL, sql } from 'drizzle-orm';
import { COMPANY_POLICY } from '#contract/company-policy.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

const approves = (member: string) =>
  `${member}.role in (${COMPANY_POLICY.approve.map((role) => `'${role}'`).join(', ')})`;
const within = (member: string) => `coalesce(${member}.order_limit_cents >= o.total_cents, true)`;

/**
 * Whether member `m`, whose user is `u`, may approve order `o` (aliases of the statement): by their role, or as the deputy of
 * somebody who is away. Never whoever ordered it, nor in their place; never above the own limit, nor above that of whom they
 * stand in for.
 */
export const MAY_APPROVE = `(m.company_id = o.company_id and u.id = m.user_id and u.email_verified
  and (not u.banned or u.ban_expires < now())
  and m.user_id is distinct from o.user_id and ${within('m')} and (${approves('m')} or exists (
    select from company_members away where away.company_id = m.company_id and away.deputy = m.user_id
      and away.user_id is distinct from o.user_id and away.away_until >= (select shop_today())
      and ${approves('away')} and ${within('away')})))`;

/** The orders that somebody may approve, whatever their state: a condition of a statement that reads orders. */
export function mayApprove(userId: string): SQL {
  return sql`exists (
    select from (select ${orders.id}, ${orders.companyId}, ${orders.userId}, ${orders.totalCents}) o,
      company_members m, users u
    where u.id = ${userId} and ${sql.raw(MAY_APPROVE)})`;
}
