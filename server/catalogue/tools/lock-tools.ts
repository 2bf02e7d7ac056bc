import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';

/**
 * Locks tools in the order of their ids, before a statement that changes several of them. It is a statement of its own: one
 * sees the tables as they were when it began, and one that also waited for its locks would change what it no longer sees
 * (docs/decisions/361-order-of-locks.md).
 */
export async function lockTools(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select from tools where id = any(${sql.param(ids)}::text[]) order by id for no key update`);
}
