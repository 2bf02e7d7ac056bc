import { eq } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { judgeCredit, openOnAccount } from '#server/buying/account/credit.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { requireActive } from '#server/buying/companies/membership.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';

/**
 * What was approved goes on as if it had just been placed, which a company on hold does not do: it is to be paid, and its stock
 * is held from now on, for a transfer as long as one takes; or its company owes it, as long as it may. Under the locks of its company
 * and its own.
 * @throws AppError COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD; NO_TERMS, CREDIT_LIMIT, ACCOUNT_OVERDUE, NUMBERS_UNKNOWN of one on account
 */
export async function releaseOrder(
  tx: Tx,
  { id, companyId, onAccount }: Pick<typeof orders.$inferSelect, 'id' | 'companyId' | 'onAccount'>,
): Promise<void> {
  if (onAccount) {
    await judgeCredit(tx, id);
    await openOnAccount(tx, id);
    return;
  }
  const [company] = await tx
    .select({ status: companies.status })
    .from(companies)
    .where(eq(companies.id, companyId ?? ''));
  if (company) requireActive(company.status);
  await moveOrder(tx, id, 'approve');
}
