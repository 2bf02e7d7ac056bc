import { and, eq, inArray } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import { type Permission, POLICY } from '#contract/policy.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { users } from './people.sql.ts';

/** Whom a letter goes to, with the language that they chose; null where they chose none. */
export interface Addressee {
  id: string;
  email: string;
  language: Language | null;
}

/** Those of the staff who have a permission, and are let in. */
export async function staffWho(tx: Tx, permission: Permission): Promise<Addressee[]> {
  return tx
    .select({ id: users.id, email: users.email, language: users.language })
    .from(users)
    .where(and(inArray(users.role, [...POLICY[permission]]), eq(users.banned, false)));
}
