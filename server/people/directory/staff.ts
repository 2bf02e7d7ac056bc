import { and, eq, inArray } from 'drizzle-orm';
import { type Permission, POLICY } from '#contract/policy.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { users } from './people.sql.ts';

/** Those of the staff who have a permission, and are let in. */
export async function staffWho(tx: Tx, permission: Permission): Promise<{ id: string; email: string }[]> {
  return tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.role, [...POLICY[permission]]), eq(users.banned, false)));
}
