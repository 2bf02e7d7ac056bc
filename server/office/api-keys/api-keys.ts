import { sentence } from '#contract/sentences.ts';
import { createHash, randomBytes } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import {
  type ApiKey,
  KEY_PREFIX,
  type MadeApiKey,
  MOST_KEYS,
  type NewApiKey,
  type Scope,
} from '#contract/office/api-keys.ts';
import { may, type Role, roleOf } from '#contract/policy.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { apiKeys } from './api-keys.sql.ts';

/** How much of a key the list shows. */
const SHOWN_CHARACTERS = KEY_PREFIX.length + 6;

/** What of a key's scopes somebody of this role may do themselves: a key never has more rights than who made it. */
export function withinRole(scopes: readonly Scope[], role: Role): Scope[] {
  return scopes.filter((scope) => scope === 'orders.place' || may(role, scope));
}

/** What the database knows a key by. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** A new key: itself, what lists show of it, and what the database knows it by. */
export function newKey(): { key: string; begins: string; hash: string } {
  const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  return { key, begins: key.slice(0, SHOWN_CHARACTERS), hash: hashOfKey(key) };
}

/**
 * Makes a key that acts as whoever makes it.
 * @returns it, with the key itself, which nobody can read again
 * @throws AppError TOO_MANY_KEYS, FORBIDDEN for a scope that the maker's own role does not have
 */
export async function makeApiKey(tx: Tx, actor: Caller, wanted: NewApiKey): Promise<MadeApiKey> {
  if (withinRole(wanted.scopes, actor.role).length < wanted.scopes.length)
    throw new AppError('FORBIDDEN', sentence('A key cannot do what you may not do yourself.'));
  if ((await tx.$count(apiKeys)) >= MOST_KEYS)
    throw new AppError(
      'TOO_MANY_KEYS',
      sentence('There are already {most, number} keys. Revoke one that is no longer used.', { most: MOST_KEYS }),
    );
  const { key, begins, hash } = newKey();
  const [made] = await tx
    .insert(apiKeys)
    .values({
      id: newId(),
      userId: actor.userId,
      madeBy: actor.email,
      name: wanted.name,
      begins,
      hash,
      scopes: wanted.scopes,
      expiresAt: wanted.expiresAt === undefined ? null : new Date(wanted.expiresAt),
    })
    .returning();
  await record(tx, actor, 'api-key.made', made!.id, { name: wanted.name, scopes: wanted.scopes });
  return { ...presentKey(made!, actor), key };
}

/** Every key, newest first. */
export async function listApiKeys(db: Db): Promise<ApiKey[]> {
  const rows = await db
    .select({ key: apiKeys, email: users.email, role: users.role, banned: users.banned })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(({ key, email, role, banned }) => presentKey(key, { email, role: roleOf(role), banned }));
}

/** Ends a key at once. @throws AppError API_KEY_NOT_FOUND */
export async function revokeApiKey(tx: Tx, actor: Caller, id: string): Promise<void> {
  const [revoked] = await tx.delete(apiKeys).where(eq(apiKeys.id, id)).returning({ name: apiKeys.name });
  if (!revoked) throw new AppError('API_KEY_NOT_FOUND', sentence('There is no such key.'));
  await record(tx, actor, 'api-key.revoked', id, revoked);
}

function presentKey(key: typeof apiKeys.$inferSelect, maker: { email: string; role: Role; banned?: boolean }): ApiKey {
  const kept = maker.banned === true ? [] : withinRole(key.scopes, maker.role);
  return {
    _id: key.id,
    name: key.name,
    begins: key.begins,
    scopes: key.scopes,
    lost: key.scopes.filter((scope) => !kept.includes(scope)),
    madeBy: maker.email,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}
