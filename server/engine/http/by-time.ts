import { and, type Column, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Paging } from '#contract/lists.ts';
import type { Db } from '#server/engine/db/client.ts';
import { decodeCursor, type Page, pageOf, timestampOf } from './paging.ts';

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

/** The rows of a table that fit, newest first, as a page. @throws AppError 400 where no earlier answer gave the cursor */
export async function newestPage<Table extends PgTable & { id: PgColumn; createdAt: PgColumn }>(
  db: Db,
  table: Table,
  found: SQL | undefined,
  { limit, cursor }: Paging,
): Promise<Page<Table['$inferSelect']>> {
  const { after, orderBy, micros } = newestFirst(table.createdAt, table.id, cursor);
  const rows = await db
    .select({ row: table as PgTable, id: sql<string>`${table.id}`, micros })
    .from(table as PgTable)
    .where(and(found, after))
    .orderBy(...orderBy)
    .limit(limit + 1);
  const page = pageOf(rows, limit, await db.$count(table, found), ({ id, micros }) => [micros, id]);
  return { ...page, rows: page.rows.map(({ row }) => row) };
}
