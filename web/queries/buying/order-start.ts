import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { newestOrder } from './last-order.ts';

/** What an order begins with: the newest of whom it is for, and the company. Null where there is none, or it cannot be had now. */
export interface OrderStart {
  last: Order | null;
  company: Company | null;
}

/** @param companyId whom it is for; null: oneself */
export function orderStartOf({ uid, email, displayName }: SessionUser, companyId: string | null): Source<OrderStart> {
  return {
    key: [PERSONAL, uid, 'orders', 'start', email, companyId],
    async fetch() {
      if (companyId === null) return { last: await newestOrder({ email }), company: null };
      const [last, company] = await Promise.all([
        newestOrder({ companyId }),
        userCall('GET /company/:id', { params: { id: companyId } }).catch(() => null),
      ]);
      // A colleague's order says where the goods go, and not who orders now.
      const isOwn = last?.orderedBy.email === email;
      return { last: last && !isOwn ? { ...last, name: displayName } : last, company };
    },
  };
}
