import { and, count, eq } from 'drizzle-orm';
import { MAX_STOCK_ALERTS, type StockAlert } from '#contract/buying/stock-alerts.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { getTool, toolNotFound } from '#server/catalogue/tools/tools.ts';
import { stockAlerts } from './stock-alerts.sql.ts';

const mine = (userId: string, toolId: string) => and(eq(stockAlerts.userId, userId), eq(stockAlerts.toolId, toolId));

/** Whether the user waits for the tool, for sale or not. @throws AppError TOOL_NOT_FOUND where there never was one */
export async function findStockAlert(db: Db, userId: string, toolId: string): Promise<StockAlert> {
  const [found] = await db
    .select({ waits: stockAlerts.toolId })
    .from(tools)
    .leftJoin(stockAlerts, mine(userId, toolId))
    .where(eq(tools.id, toolId));
  if (!found) throw toolNotFound();
  return { waiting: found.waits !== null };
}

/**
 * Notes that the user wants a letter once the tool can be ordered again; asking twice is asking once.
 * @throws AppError TOOL_NOT_FOUND; RATE_LIMITED where they wait for a hundred tools already
 */
export async function addStockAlert(tx: Tx, userId: string, toolId: string): Promise<StockAlert> {
  await getTool(tx, toolId);
  const [waiting] = await tx.select({ tools: count() }).from(stockAlerts).where(eq(stockAlerts.userId, userId));
  if ((waiting?.tools ?? 0) >= MAX_STOCK_ALERTS && !(await findStockAlert(tx, userId, toolId)).waiting) {
    throw new AppError('RATE_LIMITED', 'You wait for very many tools already. Please order some of them first.', {
      retryAfter: 3_600,
    });
  }
  await tx.insert(stockAlerts).values({ userId, toolId }).onConflictDoNothing();
  return { waiting: true };
}

/** The user wants no letter any more. @returns how many wishes there were, 0 or 1 @throws AppError TOOL_NOT_FOUND */
export async function removeStockAlert(tx: Tx, userId: string, toolId: string): Promise<number> {
  await findStockAlert(tx, userId, toolId);
  const removed = await tx.delete(stockAlerts).where(mine(userId, toolId)).returning({ toolId: stockAlerts.toolId });
  return removed.length;
}
