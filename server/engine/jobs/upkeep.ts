import type { Database } from '#server/engine/db/client.ts';
import type { ScheduledJob } from './scheduler.ts';

const EVERY_MS = 10 * 60_000;
const WITHIN_MS = 5 * 60_000;
/** A table that has grown by this part, and so many pages of 8 kB, has rows that nobody sees any more, or that PostgreSQL does not know of. */
const GROWN = 0.2;
const PAGES = 16;

/**
 * Frees what changed and removed rows take, and counts what is there, table by table, so that statements are planned by it. A
 * server does so by itself; PGlite, one process, has nobody to do it. Others come in between two tables.
 * @param stopping ends it before the next table
 * @returns the tables that had grown
 */
export async function upkeep({ kind, raw }: Database, stopping?: AbortSignal): Promise<string[]> {
  if (kind !== 'pglite') return [];
  const grown = await raw<{ table: string }>(
    `select relname as table from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and pg_relation_size(oid) / 8192 > relpages * ${1 + GROWN} + ${PAGES}
     order by pg_relation_size(oid) - relpages * 8192 desc`,
  );
  const done: string[] = [];
  for (const { table } of grown) {
    if (stopping?.aborted) break;
    await raw(`vacuum (analyze) "${table}"`);
    done.push(table);
  }
  return done;
}

/** Looks every ten minutes which tables have grown. */
export function upkeepJob(database: Database): ScheduledJob {
  return {
    name: 'upkeep',
    everyMs: EVERY_MS,
    withinMs: WITHIN_MS,
    isOver: async () => database.kind !== 'pglite',
    async run(stopping) {
      await upkeep(database, stopping);
    },
  };
}
