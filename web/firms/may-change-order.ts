import type { Order } from '#contract/buying/orders.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import { useMyFirms } from '#web/queries/buying/firms.ts';
import type { SessionUser } from '#web/session/user.ts';

/** Whether somebody may pay, change, delete and withdraw an order: who ordered it, and who manages the firm that it is for. */
export function useMayChangeOrder(
  user: SessionUser,
  { email, companyId }: Pick<Order, 'email' | 'companyId'>,
): boolean {
  const { data: firms = [] } = useMyFirms();
  const role = firms.find(({ _id }) => _id === companyId)?.role;
  return email === user.email || (role !== undefined && mayInCompany(role, 'orders.change'));
}
