import { recordBy } from '#server/people/audit/audit.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Running } from './lease.ts';

/**
 * Writes the end of an import or of its undoing into the audit log, in its transaction.
 * @param ended as it is by then: whoever began it may have left the shop since
 * @param kept how many cells or rows an undo left as somebody else had made them
 */
export async function recordEnd(
  tx: Tx,
  ended: Running,
  action: 'import.committed' | 'import.undone',
  kept?: number,
): Promise<void> {
  const { id, actorId, actorEmail, actorKey, created, changed, fileName, listId } = ended;
  const list = listId === null ? {} : { priceList: listId };
  const details = { name: fileName, created, changed, ...list, ...(kept === undefined ? {} : { kept }) };
  const key = actorKey === null ? undefined : { name: actorKey };
  await recordBy(tx, { userId: actorId, email: actorEmail, key }, action, id, details);
}
