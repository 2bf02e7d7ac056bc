import { and, eq, isNull } from 'drizzle-orm';
import type { Bin } from '#contract/catalogue/bins.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';
import { toolKeeping } from './keeping.sql.ts';
import { toolNotFound } from './tools.ts';
import { tools } from './tools.sql.ts';

/** @throws AppError TOOL_NOT_FOUND */
export async function readBin(db: Db, toolId: string): Promise<Bin> {
  const [row] = await db
    .select({ bin: toolKeeping.bin })
    .from(tools)
    .leftJoin(toolKeeping, eq(toolKeeping.toolId, tools.id))
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)));
  if (!row) throw toolNotFound();
  return row;
}

/** Says where a tool lies, or that nobody knows any more. @throws AppError TOOL_NOT_FOUND */
export async function saveBin(tx: Tx, actor: Caller, toolId: string, said: Bin): Promise<void> {
  const bin = said.bin?.trim() ?? null;
  const [tool] = await tx
    .select({ name: tools.name })
    .from(tools)
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)))
    .for('share');
  if (!tool) throw toolNotFound();
  await tx.insert(toolKeeping).values({ toolId, bin }).onConflictDoUpdate({ target: toolKeeping.toolId, set: { bin } });
  await record(tx, actor, 'tool.bin-changed', toolId, { name: tool.name, bin });
}
