import { sentence } from '#contract/sentences.ts';
import { and, desc, eq } from 'drizzle-orm';
import { type BuyerKey, type MadeBuyerKey, MOST_BUYER_KEYS, type NewBuyerKey } from '#contract/buying/buyer-keys.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { newKey } from '#server/office/api-keys/api-keys.ts';
import { requireMember } from '#server/buying/companies/membership.ts';
import { record } from '#server/people/audit/audit.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { buyerKeys } from './buyer-keys.sql.ts';

/**
 * Makes a key that buys as whoever makes it.
 * @returns it, with the key itself, which nobody can read again
 * @throws AppError TOO_MANY_KEYS, COMPANY_NOT_FOUND for a company that they do not belong to
 */
export async function makeBuyerKey(tx: Tx, caller: Caller, wanted: NewBuyerKey): Promise<MadeBuyerKey> {
  const companyId = wanted.companyId ?? null;
  if (companyId !== null) await requireMember(tx, caller, companyId, 'read');
  // Two that are made at once are counted one after the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.userId)).for('update');
  if ((await tx.$count(buyerKeys, eq(buyerKeys.userId, caller.userId))) >= MOST_BUYER_KEYS)
    throw new AppError(
      'TOO_MANY_KEYS',
      sentence('You already have {most, number} keys. Revoke one that you no longer use.', { most: MOST_BUYER_KEYS }),
    );
  const { key, begins, hash } = newKey();
  const { name, scopes } = wanted;
  const [made] = await tx
    .insert(buyerKeys)
    .values({ id: newId(), userId: caller.userId, companyId, name, begins, hash, scopes })
    .returning();
  await record(tx, caller, 'api-key.made', made!.id, { name, scopes });
  return { ...presentKey(made!), key };
}

/** Somebody's own keys, newest first. */
export async function listBuyerKeys(db: Db, userId: string): Promise<BuyerKey[]> {
  const rows = await db
    .select()
    .from(buyerKeys)
    .where(eq(buyerKeys.userId, userId))
    .orderBy(desc(buyerKeys.createdAt), desc(buyerKeys.id));
  return rows.map(presentKey);
}

/** Ends an own key at once. @throws AppError API_KEY_NOT_FOUND, also for somebody else's */
export async function revokeBuyerKey(tx: Tx, caller: Caller, id: string): Promise<void> {
  const [revoked] = await tx
    .delete(buyerKeys)
    .where(and(eq(buyerKeys.id, id), eq(buyerKeys.userId, caller.userId)))
    .returning({ name: buyerKeys.name });
  if (!revoked) throw new AppError('API_KEY_NOT_FOUND', sentence('There is no such key.'));
  await record(tx, caller, 'api-key.revoked', id, revoked);
}

function presentKey(key: typeof buyerKeys.$inferSelect): BuyerKey {
  return {
    _id: key.id,
    name: key.name,
    begins: key.begins,
    scopes: key.scopes,
    companyId: key.companyId,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}
