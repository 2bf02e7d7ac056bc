import { type Column, type SQL, sql } from 'drizzle-orm';
import { decodeCursor, timestampOf } from './paging.ts';

/** What a list needs to go on where its last page ended, however many rows came before it meanwhile. */
export interface Keyset {
  /** Rows after the cursor; undefined on the first page. */
  after: SQL | undefined;
  orderBy: SQL[];
  /** The time to the microsecond: to be selected, and given back for the cursor with the id. */
  micros: SQL<string>;
}

/**
 * A list by time, newest first; the id decides between rows of one moment.
 * @throws AppError 400 where no earlier answer gave the cursor
 */
export function newestFirst(createdAt: Column, id: Column, cursor: string | undefined): Keyset {
  const position = cursor === undefined ? null : decodeCursor(cursor, ['string', 'string']);
  return {
    after: position
      ? sql`(${createdAt}, ${id}) < (${timestampOf(position[0])}::timestamptz, ${position[1]})`
      : undefined,
    orderBy: [sql`${createdAt} desc`, sql`${id} desc`],
    micros: sql<string>`${createdAt}::text`,
  };
}
