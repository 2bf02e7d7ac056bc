import { addressNotProved } from '#server/people/directory/address-not-proved.ts';
import { sentence } from '#contract/sentences.ts';
import { MAX_STOCK_ALERTS, type StockAlert } from '#contract/buying/stock-alerts.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { canBeOrderedNow } from '#server/engine/db/on-sale-now.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { toolNotFound } from '#server/catalogue/tools/tools.ts';
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
 * @throws AppError TOOL_NOT_FOUND; ADDRESS_NOT_PROVED; IN_STOCK where it can be ordered now; RATE_LIMITED where they wait
 * for a hundred tools already
 */
export async function addStockAlert(tx: Tx, userId: string, toolId: string): Promise<StockAlert> {
  const [found] = await tx
    .select({ proved: users.emailVerified, available: sql<boolean>`${sql.raw(canBeOrderedNow('tools.'))}` })
    .from(tools)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)));
  if (!found) throw toolNotFound();
  if (!found.proved) {
    throw addressNotProved();
  }
  if (found.available) throw new AppError('IN_STOCK', sentence('This tool can be ordered now.'));
  const waitsFor = await tx.$count(stockAlerts, eq(stockAlerts.userId, userId));
  if (waitsFor >= MAX_STOCK_ALERTS && !(await findStockAlert(tx, userId, toolId)).waiting) {
    throw new AppError(
      'RATE_LIMITED',
      sentence('You are already waiting for too many tools. Please order some of them first.'),
      {
        retryAfter: 3_600,
      },
    );
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
