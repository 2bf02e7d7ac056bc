import { sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import { type ShopDays, workingDaySince } from '#contract/working-days.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { approvals, type Reason } from '#server/buying/order-tables/approvals.sql.ts';
import { MAY_APPROVE } from './may-approve.ts';
import { monthSum } from './month-sum.ts';

/** For whom an order is placed, and up to which sums, in cents, nobody is asked; null: there is no such limit. */
export interface BuyerLimits {
  companyId: string | null;
  costCentre: string | null;
  limits: { order: number | null; month: number | null; centre: number | null };
}

/**
 * The limits that an order would be above. Its company is locked, so that of orders that race for what a limit leaves each is
 * judged after the one before it was written.
 */
export async function whyToAsk(
  tx: Tx,
  userId: string,
  { companyId, costCentre, limits }: BuyerLimits,
  totalCents: number,
): Promise<Reason[]> {
  if (companyId === null) return [];
  const withMonth = async (of: Parameters<typeof monthSum>[1]) => {
    const { rows } = await tx.execute<{ sum: number }>(sql`select ${monthSum(companyId, of)} as sum`);
    return (rows[0]?.sum ?? 0) + totalCents;
  };
  return [
    ...above('ORDER_LIMIT', limits.order, totalCents),
    ...(limits.month === null ? [] : above('MONTH_LIMIT', limits.month, await withMonth({ userId }))),
    ...(limits.centre === null || costCentre === null
      ? []
      : above('COST_CENTRE_LIMIT', limits.centre, await withMonth({ costCentre }))),
  ];
}

/** A sum equal to the limit passes. */
function above(code: Reason['code'], limitCents: number | null, sumCents: number): Reason[] {
  return limitCents !== null && sumCents > limitCents ? [{ code, limitCents, sumCents }] : [];
}

/** @throws AppError NO_APPROVER where nobody could approve what somebody orders: nothing may be placed then */
export async function requireApprover(
  tx: Tx,
  userId: string,
  companyId: string | null,
  totalCents: number,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from (
      select ${companyId}::text as company_id, ${userId}::text as user_id, ${totalCents}::integer as total_cents) o,
      company_members m, users u
    where ${sql.raw(MAY_APPROVE)} limit 1`);
  if (rows.length > 0) return;
  throw new AppError(
    'NO_APPROVER',
    sentence(
      'This order is above a limit, and nobody else in the company can approve it. Ask a manager of the company.',
    ),
  );
}

/**
 * Lets an order wait until somebody has approved it. They are reminded after a working day, or where it is not held for so long,
 * after three quarters of that time.
 */
export async function askForApproval(
  tx: Tx,
  { id, holdUntil }: { id: string; holdUntil: Date },
  reasons: Reason[],
  { now, shop }: { now: Date; shop: ShopDays },
): Promise<void> {
  const heldMs = holdUntil.getTime() - now.getTime();
  const remindAt = Math.min(workingDaySince(now, shop).getTime(), now.getTime() + (heldMs * 3) / 4);
  await tx.insert(approvals).values({ orderId: id, reasons, until: holdUntil, remindAt: new Date(remindAt) });
  await tellNews(tx, 'approval.asked', [id]);
}
