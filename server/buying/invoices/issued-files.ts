import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { issuedFiles } from '#server/buying/order-tables/issued-files.sql.ts';

type Key = Omit<typeof issuedFiles.$inferSelect, 'bytes'>;
type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of a file of a paper as it was first made; `make` is asked for the first alone. Of several at once, the first to be kept is everybody's. */
export async function keptFile(db: Db, key: Key, make: () => Bytes | Promise<Bytes>): Promise<Bytes> {
  const kept = await read(db, key);
  if (kept) return kept;
  const bytes = await make();
  const [ours] = await db
    .insert(issuedFiles)
    .values({ ...key, bytes })
    .onConflictDoNothing()
    .returning({ number: issuedFiles.number });
  if (ours) return bytes;
  const first = await read(db, key);
  if (!first) throw new Error(`The file of ${key.number} was not kept`);
  return first;
}

/** Whether the file was made already. */
export async function isKept(db: Db, key: Key): Promise<boolean> {
  return (await db.$count(issuedFiles, ofKey(key))) > 0;
}

function ofKey({ number, format, tells }: Key) {
  return and(eq(issuedFiles.number, number), eq(issuedFiles.format, format), eq(issuedFiles.tells, tells));
}

async function read(db: Db, key: Key): Promise<Bytes | null> {
  const [row] = await db.select({ bytes: issuedFiles.bytes }).from(issuedFiles).where(ofKey(key));
  return row ? new Uint8Array(row.bytes) : null;
}
