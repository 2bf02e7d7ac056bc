import { and, asc, count, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AwaitedPicture, AwaitedPicturesQuery } from '#contract/catalogue/imports.ts';
import { toolKeeping } from '#server/catalogue/tools/keeping.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Db } from '#server/engine/db/client.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';

/** Tools whose picture is a file that was not sent yet, by their ids. @param file one file alone: its name may lack its ending */
export async function listAwaitedPictures(
  db: Db,
  { file, limit, cursor }: z.output<typeof AwaitedPicturesQuery>,
): Promise<Page<AwaitedPicture>> {
  const [last] = cursor === undefined ? [] : decodeCursor(cursor, ['string']);
  const names = file === undefined ? [] : [file, file.replace(/\.[^.]*$/, '')].map((name) => name.toLowerCase());
  const found = and(
    isNotNull(toolKeeping.pictureFile),
    isNull(tools.removedAt),
    file === undefined ? undefined : sql`lower(${toolKeeping.pictureFile}) = any(${sql.param(names)}::text[])`,
  );
  const awaited = { toolId: tools.id, name: tools.name, file: sql<string>`${toolKeeping.pictureFile}` };
  const rows = await db
    .select(awaited)
    .from(toolKeeping)
    .innerJoin(tools, eq(tools.id, toolKeeping.toolId))
    .where(and(found, last === undefined ? undefined : gt(toolKeeping.toolId, String(last))))
    .orderBy(asc(toolKeeping.toolId))
    .limit(limit + 1);
  const [counted] = await db
    .select({ total: count() })
    .from(toolKeeping)
    .innerJoin(tools, eq(tools.id, toolKeeping.toolId))
    .where(found);
  return pageOf(rows, limit, counted?.total ?? 0, ({ toolId }) => [toolId]);
}
