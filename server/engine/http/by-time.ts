import { type Column, type SQL, sql } from 'drizzle-orm';
import { decodeCursor, timestampOf } from './paging.ts';

/** Where a list by time goes on: the time of its last row as PostgreSQL writes it, to the microsecond, and that row's id. */
export type Position = [micros: string, id: string];

/** What a list needs to go on where its last page ended, however many rows came before it meanwhile. */
export interface Keyset {
  /** Rows after the cursor; undefined on the first page. */
  after: SQL | undefined;
  orderBy: SQL[];
  /** The time to the microsecond: to be selected, and given back for the cursor with the id. */
  micros: SQL<string>;
}

/** The position of a list by time; null on the first page. @throws AppError 400 where no earlier answer gave the cursor */
export function positionOf(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [micros, id] = decodeCursor(cursor, ['string', 'string']);
  return [timestampOf(micros), String(id)];
}

/** A list by time; the id decides between rows of one moment. */
export function byTime(time: Column, id: Column, position: Position | null, first: 'newest' | 'oldest'): Keyset {
  const [direction, beyond] = first === 'newest' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  return {
    after: position ? sql`(${time}, ${id}) ${beyond} (${position[0]}::timestamptz, ${position[1]})` : undefined,
    orderBy: [sql`${time} ${direction}`, sql`${id} ${direction}`],
    micros: sql<string>`${time}::text`,
  };
}

/**
 * A list by time, newest first.
 * @throws AppError 400 where no earlier answer gave the cursor
 */
export function newestFirst(createdAt: Column, id: Column, cursor: string | undefined): Keyset {
  return byTime(createdAt, id, positionOf(cursor), 'newest');
}
