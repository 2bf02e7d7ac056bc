import type { Order } from '#contract/buying/orders.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import { useMyCompanies } from '#web/queries/buying/companies.ts';
import type { SessionUser } from '#web/session/user.ts';

/** Whether somebody may pay, change, delete and withdraw an order: the person who ordered it, and managers of its company. */
export function useMayChangeOrder(
  user: SessionUser,
  { email, companyId }: Pick<Order, 'email' | 'companyId'>,
): boolean {
  const { data: companies = [] } = useMyCompanies();
  const role = companies.find(({ _id }) => _id === companyId)?.role;
  return email === user.email || (role !== undefined && mayInCompany(role, 'orders.change'));
}
