import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { observedJob } from '#server/engine/observe/observer.ts';
import type { Log } from '#server/log.ts';
import type { NewsKind } from './news.ts';
import { news, newsFollowers } from './news.sql.ts';

export type News = typeof news.$inferSelect;

/** Something that is made from what was written, after its commit: what orders are found by, sums, messages to other systems. */
export interface Follower {
  /** By which the database remembers how far it has read; a follower that is given up leaves `news_followers` by a migration. */
  name: string;
  kinds: readonly NewsKind[];
  /**
   * Takes news in the order of their transactions, at most `BATCH` at a time, in the transaction that remembers them as
   * read: done once, or not at all. It should read what a subject is now, since more may have happened to it since.
   */
  handle(tx: Tx, rows: News[]): Promise<void>;
}

/** Lets the followers read. All processes look, and one at a time reads for each follower. */
export interface NewsReader {
  /** Reads what there is now. */
  look(): Promise<void>;
  /** Looks soon: something was written here. */
  wake(): void;
  start(): Promise<void>;
  /** Looks no more by itself, and ends what is being read. */
  stop(): Promise<void>;
}

/** How many rows a follower takes in one transaction. */
export const BATCH = 500;
const LOOK_EVERY_MS = 2_000;
/** How long what is written gathers before it is read, so that a busy shop reads many rows at a time. */
const GATHER_MS = 100;

/** What every follower has read. */
const FORGET = `delete from news where (xact, id) <= all (select xact, id from news_followers)`;

export function createNewsReader(
  { database, log }: { database: Database; log: Log },
  followers: readonly Follower[],
): NewsReader {
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let stopped = false;
  let looking: Promise<void> | null = null;
  let again = false;

  /** @returns whether there may be more */
  const readBatch = async ({ name, kinds, handle }: Follower): Promise<boolean> => {
    const count = await transaction(database, async (tx) => {
      // Who has the mark reads; the lock goes with the transaction, however that ends.
      const [mark] = await tx
        .select()
        .from(newsFollowers)
        .where(eq(newsFollowers.name, name))
        .for('update', { skipLocked: true });
      if (!mark) return 0;
      const rows = await tx.select().from(news).where(unread(mark)).orderBy(asc(news.xact), asc(news.id)).limit(BATCH);
      const last = rows.at(-1);
      if (!last) return 0;
      const wanted = rows.filter(({ kind }) => kinds.includes(kind));
      if (wanted.length > 0) await observedJob(`news-${name}`, () => handle(tx, wanted));
      await tx.update(newsFollowers).set({ xact: last.xact, id: last.id }).where(eq(newsFollowers.name, name));
      return rows.length;
    });
    return count === BATCH;
  };

  const readAll = async () => {
    const [waiting] = await database.raw('select from news limit 1');
    if (!waiting) return;
    for (const follower of followers) {
      try {
        let isMore = true;
        while (isMore) isMore = (await readBatch(follower)) && !stopped;
      } catch (error) {
        log.warn({ error, follower: follower.name }, 'news could not be read; will try again later');
      }
    }
    await database.raw(FORGET);
  };

  const look = () => {
    again = true;
    looking ??= (async () => {
      while (again) {
        again = false;
        await readAll();
      }
    })()
      .catch((error: unknown) => log.warn({ error }, 'news could not be looked for; will try again later'))
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  return {
    look,
    wake() {
      if (stopped) return;
      soon ??= setTimeout(() => {
        soon = undefined;
        void look();
      }, GATHER_MS).unref();
    },
    async start() {
      stopped = false;
      await arrive(database, followers);
      timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
      void look();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      await looking;
    },
  };
}

/**
 * What comes after a mark. Transactions commit in another order than they begin: a row is left until none that began before it
 * still runs, since that one's rows would come before the mark by the time that they can be seen.
 */
function unread(mark: { xact: string; id: number }) {
  return and(
    sql`(${news.xact}, ${news.id}) > (${mark.xact}::xid8, ${mark.id}::bigint)`,
    sql`${news.xact} < pg_snapshot_xmin(pg_current_snapshot())`,
  );
}

/**
 * Gives new followers their mark, before all news. A dump that was brought to another server counts its transactions by
 * the server that it came from: where one of them is still to come here, everything is read from the beginning.
 */
async function arrive(database: Database, followers: readonly Follower[]): Promise<void> {
  await transaction(database, async (tx) => {
    for (const { name } of followers) await tx.insert(newsFollowers).values({ name }).onConflictDoNothing();
    const toCome = sql`xact >= pg_snapshot_xmax(pg_current_snapshot())`;
    await tx.execute(sql`
      update news_followers set xact = '0', id = 0
      where exists (select from news where ${toCome}) or exists (select from news_followers where ${toCome})`);
    await tx.execute(sql`update news set xact = '0' where ${toCome}`);
  });
}
