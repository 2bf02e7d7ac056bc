import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';

/**
 * Locks tools in the order of their ids, in a statement of its own: one that locked and changed them at once would find
 * versions older than those that it locked, and queue for them behind who waits for it (decision 361).
 */
export async function lockTools(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select from tools where id = any(${sql.param(ids)}::text[]) order by id for no key update`);
}
