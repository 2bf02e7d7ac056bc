import { useQuery } from '@tanstack/react-query';
import type { Decision } from '#contract/buying/approvals.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { useUser } from '#web/session/signed-in.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import { outdate } from '../outdate.ts';
import { useMyCompanies } from './companies.ts';
import { lastWord } from './last-word.ts';

/** How many orders wait for the user; null for who approves nothing: who is no approver and stands in for nobody. */
export function useWaitingCount(): number | null {
  const { uid } = useUser();
  const { data: companies = [] } = useMyCompanies();
  const { data: count = 0 } = useQuery({
    queryKey: [PERSONAL, uid, 'approvals', 'count'],
    queryFn: async () => (await userCallList('GET /approvals', { query: { limit: 1 } })).total,
    enabled: companies.length > 0,
  });
  return count > 0 || companies.some(({ role }) => mayInCompany(role, 'approve')) ? count : null;
}

/** @param isLeaving it goes through though the page is left meanwhile. @throws ApiError ALREADY_DECIDED, FORBIDDEN */
export async function decideOrder(id: string, body: Decision, isLeaving = false): Promise<void> {
  await userCall('POST /order/:id/approval', { params: { id }, body, ...(isLeaving ? lastWord() : {}) });
}

/** Leaves the decision to somebody else. @throws ApiError ALREADY_DECIDED, FORBIDDEN */
export async function passApproval(id: string, userId: string): Promise<void> {
  await userCall('POST /order/:id/approval/pass', { params: { id }, body: { userId } });
}

/** What is shown of what waits follows, whatever came of it. */
export function afterDeciding(): Promise<void> {
  return outdate('approvals', 'orders', 'order', 'all-orders');
}
