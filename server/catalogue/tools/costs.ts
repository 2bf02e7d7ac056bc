import { and, eq, inArray, isNull } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Cost } from '#contract/catalogue/costs.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';
import { toolCosts } from './costs.sql.ts';
import { toolNotFound } from './tools.ts';
import { tools } from './tools.sql.ts';

/** @throws AppError TOOL_NOT_FOUND */
export async function readCost(db: Db, toolId: string): Promise<Cost> {
  const [row] = await db
    .select({ costCents: toolCosts.costCents })
    .from(tools)
    .leftJoin(toolCosts, eq(toolCosts.toolId, tools.id))
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)));
  if (!row) throw toolNotFound();
  return { cost: row.costCents === null ? null : centsToMoney(row.costCents) };
}

/** Says what a piece costs the shop, or that it keeps that no longer. @throws AppError TOOL_NOT_FOUND */
export async function saveCost(tx: Tx, actor: Caller, toolId: string, { cost }: Cost): Promise<void> {
  const [tool] = await tx
    .select({ name: tools.name })
    .from(tools)
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)));
  if (!tool) throw toolNotFound();
  if (cost === null) await tx.delete(toolCosts).where(eq(toolCosts.toolId, toolId));
  else {
    const costCents = cents(cost);
    await tx
      .insert(toolCosts)
      .values({ toolId, costCents })
      .onConflictDoUpdate({ target: toolCosts.toolId, set: { costCents } });
  }
  await record(tx, actor, 'tool.cost-changed', toolId, { name: tool.name, cost });
}

/** What a piece of each costs in cents, as far as that is kept. */
export async function costsOf(db: Db, toolIds: string[]): Promise<Map<string, number>> {
  const rows = await db.select().from(toolCosts).where(inArray(toolCosts.toolId, toolIds));
  return new Map(rows.map(({ toolId, costCents }) => [toolId, costCents]));
}
