import { sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import { MAX_RETURN_PICTURES } from '#contract/money/return-words.ts';
import { returns } from '#server/buying/order-tables/returns.sql.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { UploadedFile } from '#server/engine/pictures/upload-store.ts';
import { requireSide } from './answer-return.ts';
import { lockReturn, requireOpen } from './lock-return.ts';
import { returnNotFound } from './read-returns.ts';
import { seenBy } from './whose-returns.ts';

/** What a picture of a return is called: nothing under /uploads is, so that it is answered to those alone who see the return. */
const NAME = /^return-[0-9a-f]{32}\.webp$/;

/** The one file that is kept of a prepared picture: its largest WebP. */
export function returnPicture({ files }: { files: UploadedFile[] }): UploadedFile {
  const largest = files
    .filter(({ name }) => name.endsWith('.webp'))
    .toSorted((one, other) => widthOf(one) - widthOf(other))
    .at(-1)!;
  return { name: `return-${largest.name.slice(0, 32)}.webp`, body: largest.body };
}

function widthOf({ name }: UploadedFile): number {
  return Number(/-(\d+)\.webp$/.exec(name)?.[1]);
}

/**
 * Adds a picture that is kept already. The same picture again changes nothing.
 * @throws AppError RETURN_NOT_FOUND, RETURN_OVER, RETURN_FULL, FORBIDDEN
 */
export async function addPicture(tx: Tx, caller: Caller, id: string, name: string): Promise<void> {
  const locked = await lockReturn(tx, caller, id);
  requireSide(locked, caller);
  requireOpen(locked);
  const { pictures } = locked.row;
  if (pictures.includes(name)) return;
  if (pictures.length >= MAX_RETURN_PICTURES)
    throw new AppError(
      'RETURN_FULL',
      sentence('A return can have at most {most, number} pictures.', { most: MAX_RETURN_PICTURES }),
    );
  await tx
    .update(returns)
    .set({ pictures: [...pictures, name] })
    .where(eq(returns.id, id));
}

/** Before bytes are read. @throws AppError RETURN_NOT_FOUND */
export async function requireSeen(db: Db, caller: Caller, id: string): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from returns r where r.id = ${id} and ${seenBy(caller)}`);
  if (rows.length === 0) throw returnNotFound();
}

/** The name of a picture's file. @throws AppError RETURN_NOT_FOUND, NOT_FOUND */
export async function pictureOf(db: Db, caller: Caller, id: string, picture: string): Promise<string> {
  const { rows } = await db.execute<{ pictures: string[] }>(
    sql`select r.pictures from returns r where r.id = ${id} and ${seenBy(caller)}`,
  );
  const [found] = rows;
  if (!found) throw returnNotFound();
  if (!NAME.test(picture) || !found.pictures.includes(picture)) throw noPicture();
  return picture;
}

export function noPicture(): AppError {
  return new AppError('NOT_FOUND', sentence('There is no such picture.'));
}
