import type { Order } from '#contract/buying/orders.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import { userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** The user's newest order, which the next one begins with; null where there is none, or it cannot be had now. */
export function lastOrderOf({ uid, email }: SessionUser): Source<Order | null> {
  return { key: [PERSONAL, uid, 'orders', 'last', email], fetch: () => newestOrder({ email }) };
}

/** The newest of somebody's own, or of a company's that they may read; null where there is none, or it cannot be had now. */
export const newestOrder = (whose: { email: string } | { companyId: string }): Promise<Order | null> =>
  userCallList('GET /order', { query: { ...whose, limit: 1 } }).then(
    ({ rows }) => rows[0] ?? null,
    () => null,
  );
