import { sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import { isOpenReturn } from '#contract/money/return-words.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { returnLines, returns } from '#server/buying/order-tables/returns.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { returnNotFound, returnOver } from './read-returns.ts';
import { isBuyers, seenBy } from './whose-returns.ts';

type ReturnRow = typeof returns.$inferSelect;
export type ReturnLineRow = typeof returnLines.$inferSelect;

/** A return as it is while its order is locked. */
export interface LockedReturn {
  row: ReturnRow;
  lines: ReturnLineRow[];
  order: typeof orders.$inferSelect;
  /** Whether the caller is of those who buy. */
  isBuyers: boolean;
}

/**
 * Whoever does something to a return waits for the others at its order, as refunds, shipments and other returns of it do
 * (docs/decisions/361).
 * @throws AppError RETURN_NOT_FOUND, also where it is somebody else's
 */
export async function lockReturn(tx: Tx, caller: Caller, id: string): Promise<LockedReturn> {
  const { rows } = await tx.execute<{ orderId: string; isBuyers: boolean }>(sql`
    select r.order_id as "orderId", coalesce(${isBuyers(caller)}, false) as "isBuyers"
    from returns r where r.id = ${id} and ${seenBy(caller)}`);
  const [found] = rows;
  if (!found) throw returnNotFound();
  const [order] = await tx.select().from(orders).where(eq(orders.id, found.orderId)).for('update');
  const [row] = await tx.select().from(returns).where(eq(returns.id, id));
  if (!order || !row) throw returnNotFound();
  const lines = await tx.select().from(returnLines).where(eq(returnLines.returnId, id)).orderBy(returnLines.position);
  return { row, lines, order, isBuyers: found.isBuyers };
}

/** @throws AppError RETURN_OVER */
export function requireOpen({ row }: LockedReturn): void {
  if (!isOpenReturn(row.state)) throw returnOver(row.state);
}

/** @throws AppError RETURN_OVER, RETURN_NOT_AGREED */
export function requireAgreed(locked: LockedReturn): void {
  requireOpen(locked);
  if (locked.row.state === 'asked')
    throw new AppError('RETURN_NOT_AGREED', sentence('Nobody has agreed to this return yet. Answer it first.'));
}
