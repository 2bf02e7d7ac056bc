import { eq } from 'drizzle-orm';
import { recordBy } from '#server/people/audit/audit.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { imports } from './imports.sql.ts';

/**
 * Writes the end of an import or of its undoing into the audit log, in its transaction.
 * @param kept how many rows an undo left as somebody else had made them
 */
export async function recordEnd(
  tx: Tx,
  running: typeof imports.$inferSelect,
  action: 'import.committed' | 'import.undone',
  kept?: number,
): Promise<void> {
  const { id, actorEmail, actorKey, created, changed, fileName } = running;
  const details = { name: fileName, created, changed, ...(kept === undefined ? {} : { kept }) };
  // Whoever began it may have left the shop since.
  const [now] = await tx.select({ actorId: imports.actorId }).from(imports).where(eq(imports.id, id));
  const key = actorKey === null ? undefined : { name: actorKey };
  await recordBy(tx, { userId: now?.actorId ?? null, email: actorEmail, key }, action, id, details);
}
