import { sentence } from '#contract/sentences.ts';
import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { type Address, MAX_ADDRESSES, type NewAddress } from '#contract/people/addresses.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { addresses } from './addresses.sql.ts';

/** Whose address book it is: one person's, or that which the people of a company share. */
type AddressBook = { userId: string } | { companyId: string };

/** The addresses of a book, the oldest first. */
export async function listAddresses(db: Db, book: AddressBook): Promise<Address[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(ownedBy(book))
    .orderBy(asc(addresses.createdAt), asc(addresses.id));
  return rows.map(presentAddress);
}

/**
 * Keeps a further address; the first is the default whatever was asked for.
 * @throws AppError TOO_MANY_ADDRESSES
 */
export async function addAddress(tx: Tx, book: AddressBook, wanted: NewAddress): Promise<Address> {
  await lock(tx, book);
  const kept = await listAddresses(tx, book);
  if (kept.length >= MAX_ADDRESSES)
    throw new AppError(
      'TOO_MANY_ADDRESSES',
      sentence('An address book can hold at most {most, number} addresses. Remove one first.', { most: MAX_ADDRESSES }),
    );
  const isDefault = wanted.isDefault || kept.length === 0;
  await makeRoom(tx, book, { ...wanted, isDefault });
  const [row] = await tx
    .insert(addresses)
    .values({ ...wanted, id: newId(), ...book, isDefault })
    .returning();
  return presentAddress(row!);
}

/**
 * Changes an address. The default is given to another address and never taken away: without it, the one that had it keeps it.
 * @throws AppError ADDRESS_NOT_FOUND, also for somebody else's
 */
export async function changeAddress(tx: Tx, book: AddressBook, id: string, wanted: NewAddress): Promise<Address> {
  await lock(tx, book);
  const [before] = await tx.select().from(addresses).where(inBook(book, id));
  if (!before) throw addressNotFound();
  await makeRoom(tx, book, wanted);
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
export async function removeAddress(tx: Tx, book: AddressBook, id: string): Promise<void> {
  await lock(tx, book);
  const [gone] = await tx.delete(addresses).where(inBook(book, id)).returning();
  if (!gone) throw addressNotFound();
  if (!gone.isDefault) return;
  const [oldest] = await tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(ownedBy(book), ne(addresses.id, id)))
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
  if (!owner) throw new AppError('USER_NOT_FOUND', sentence('Nobody has an account with this e-mail address.'));
  return listAddresses(db, { userId: owner.id });
}

/** Changes of one book take turns, so that it has one default at any time. */
async function lock(tx: Tx, book: AddressBook): Promise<void> {
  const owner = 'userId' in book ? book.userId : book.companyId;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`addresses of ${owner}`}, 0))`);
}

/** What the address is to be the default for, no other of the book is any more. */
async function makeRoom(
  tx: Tx,
  book: AddressBook,
  wanted: Pick<NewAddress, 'isDefault' | 'isInvoiceDefault'>,
): Promise<void> {
  for (const mark of ['isDefault', 'isInvoiceDefault'] as const)
    if (wanted[mark])
      await tx
        .update(addresses)
        .set({ [mark]: false })
        .where(and(ownedBy(book), eq(addresses[mark], true)));
}

function ownedBy(book: AddressBook): SQL {
  return 'userId' in book ? eq(addresses.userId, book.userId) : eq(addresses.companyId, book.companyId);
}

function inBook(book: AddressBook, id: string): SQL | undefined {
  return and(eq(addresses.id, id), ownedBy(book));
}

function addressNotFound(): AppError {
  return new AppError('ADDRESS_NOT_FOUND', sentence('There is no such address in this address book.'));
}

function presentAddress(row: typeof addresses.$inferSelect): Address {
  const { id, userId: _owner, companyId: _company, createdAt: _since, ...shown } = row;
  return { _id: id, ...shown };
}
