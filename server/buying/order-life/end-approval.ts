import { and, eq } from 'drizzle-orm';
import { approvals } from '#server/buying/order-tables/approvals.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';

/** Nobody needs to approve an order any more, if somebody did. */
export async function endApproval(tx: Tx, orderId: string, state: 'withdrawn' | 'expired'): Promise<void> {
  await tx
    .update(approvals)
    .set({ state })
    .where(and(eq(approvals.orderId, orderId), eq(approvals.state, 'waiting')));
}
