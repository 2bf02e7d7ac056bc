import { and, asc, eq, ne } from 'drizzle-orm';
import { type Address, MAX_ADDRESSES, type NewAddress } from '#contract/people/addresses.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { addresses } from './addresses.sql.ts';

/** The addresses that a customer keeps, the oldest first. */
export async function listAddresses(db: Db, userId: string): Promise<Address[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(asc(addresses.createdAt), asc(addresses.id));
  return rows.map(presentAddress);
}

/**
 * Keeps a further address; the first is the default whatever was asked for.
 * @throws AppError TOO_MANY_ADDRESSES
 */
export async function addAddress(tx: Tx, userId: string, wanted: NewAddress): Promise<Address> {
  await lock(tx, userId);
  const kept = await listAddresses(tx, userId);
  if (kept.length >= MAX_ADDRESSES)
    throw new AppError('TOO_MANY_ADDRESSES', `An address book holds ${MAX_ADDRESSES} addresses. Remove one first.`);
  const isDefault = wanted.isDefault || kept.length === 0;
  if (isDefault) await noDefault(tx, userId);
  if (wanted.isInvoiceDefault) await noInvoiceDefault(tx, userId);
  const [row] = await tx
    .insert(addresses)
    .values({ ...wanted, id: newId(), userId, isDefault })
    .returning();
  return presentAddress(row!);
}

/**
 * Changes an address. The default is given to another address and never taken away: without it, the one that had it keeps it.
 * @throws AppError ADDRESS_NOT_FOUND, also for somebody else's
 */
export async function changeAddress(tx: Tx, userId: string, id: string, wanted: NewAddress): Promise<Address> {
  await lock(tx, userId);
  const [before] = await tx.select().from(addresses).where(mine(userId, id));
  if (!before) throw addressNotFound();
  if (wanted.isDefault) await noDefault(tx, userId);
  if (wanted.isInvoiceDefault) await noInvoiceDefault(tx, userId);
  const [row] = await tx
    .update(addresses)
    .set({ ...wanted, isDefault: wanted.isDefault || before.isDefault })
    .where(eq(addresses.id, id))
    .returning();
  return presentAddress(row!);
}

/**
 * Takes an address out of the book; the oldest that is left becomes the default where it was that. Orders keep theirs.
 * @throws AppError ADDRESS_NOT_FOUND, also for somebody else's
 */
export async function removeAddress(tx: Tx, userId: string, id: string): Promise<void> {
  await lock(tx, userId);
  const [gone] = await tx.delete(addresses).where(mine(userId, id)).returning();
  if (!gone) throw addressNotFound();
  if (!gone.isDefault) return;
  const [oldest] = await tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.userId, userId), ne(addresses.id, id)))
    .orderBy(asc(addresses.createdAt), asc(addresses.id))
    .limit(1);
  if (oldest) await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, oldest.id));
}

/**
 * The addresses of a customer by their e-mail address, for staff who order for them.
 * @throws AppError USER_NOT_FOUND
 */
export async function addressesOf(db: Db, email: string): Promise<Address[]> {
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!owner) throw new AppError('USER_NOT_FOUND', 'Nobody has an account with this e-mail address.');
  return listAddresses(db, owner.id);
}

/** Changes of one book take turns, so that it has one default at any time. */
async function lock(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

async function noDefault(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true)));
}

async function noInvoiceDefault(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isInvoiceDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isInvoiceDefault, true)));
}

function mine(userId: string, id: string) {
  return and(eq(addresses.id, id), eq(addresses.userId, userId));
}

function addressNotFound(): AppError {
  return new AppError('ADDRESS_NOT_FOUND', 'There is no such address in your address book.');
}

function presentAddress({ id, userId: _owner, createdAt: _since, ...shown }: typeof addresses.$inferSelect): Address {
  return { _id: id, ...shown };
}
