import { afterEach, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { silentProxy } from '#server/engine/db/silent-proxy-for-tests.ts';
import type { Log } from '#server/log.ts';
import { type Changes, createChanges, NotHeard, type Tag } from './changes.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const QUICK = { beat: 100, news: 1_000 };

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

/** One process's end of the channel, and what it was told to drop. */
async function end(database: Database, rhythm = QUICK): Promise<{ changes: Changes; dropped: (Tag[] | null)[] }> {
  const changes = createChanges(database, silent, rhythm);
  const dropped: (Tag[] | null)[] = [];
  changes.onTouch((tags) => void dropped.push(tags));
  await changes.listen();
  return { changes, dropped };
}

async function open(...location: Parameters<typeof openDatabase>): Promise<Database> {
  const database = await openDatabase(...location);
  closings.push(() => database.close());
  return database;
}

it('a message that the database does not take is sent until it does, and none is lost', async () => {
  const url = await freshPostgres();
  const database = await open({ url });
  let failures = 3;
  const failing: Database = {
    ...database,
    notify: async (channel, payload) => {
      if (!payload.endsWith('"beat"') && failures-- > 0) throw new Error('timeout exceeded when trying to connect');
      return database.notify(channel, payload);
    },
  };
  const here = await end(failing);
  const there = await end(await open({ url }));
  here.changes.touch(['tool:a']);
  here.changes.touch(['tool:b', 'stock']);
  await here.changes.told();
  await expect
    .poll(() => new Set(there.dropped.flatMap((tags) => tags ?? ['everything'])))
    .toEqual(new Set(['tool:a', 'tool:b', 'stock']));
  expect(failures).toBeLessThanOrEqual(0);
  await Promise.all([here.changes.close(), there.changes.close()]);
});

it('more than can wait is told as everything', async () => {
  const url = await freshPostgres();
  const database = await open({ url });
  let away = true;
  const here = await end({
    ...database,
    notify: async (channel, payload) => {
      if (away && !payload.endsWith('"beat"')) throw new Error('away');
      return database.notify(channel, payload);
    },
  });
  const there = await end(await open({ url }));
  for (let tool = 0; tool < 6_000; tool++) here.changes.touch([`tool:${tool}`]);
  away = false;
  await here.changes.told();
  await expect.poll(() => there.dropped.includes(null)).toBe(true);
  expect(there.dropped.flat().length).toBeLessThan(1_000);
  await Promise.all([here.changes.close(), there.changes.close()]);
});

it('a process whose listening connection has gone deaf drops everything, and hears again on another', async () => {
  const url = await freshPostgres();
  const proxy = await silentProxy(url);
  closings.push(proxy.close);
  // Only the connection that listens leads through the proxy.
  const deaf = await end(await open({ url, directUrl: proxy.url }), { beat: 100, news: 500 });
  const other = await end(await open({ url }));
  proxy.hush();
  other.changes.touch(['tool:unheard']);
  await expect.poll(() => deaf.dropped.includes(null), { timeout: 15_000 }).toBe(true);
  expect(deaf.dropped.flat()).not.toContain('tool:unheard');
  proxy.speak();
  const heardAgain = () => {
    other.changes.touch(['tool:heard']);
    return deaf.dropped.flat();
  };
  await expect.poll(heardAgain, { timeout: 15_000 }).toContain('tool:heard');
  await Promise.all([deaf.changes.close(), other.changes.close()]);
}, 40_000);

it('a process that dies is missed: what it may not have told any more is dropped; one that says goodbye is not', async () => {
  const url = await freshPostgres();
  const watching = await end(await open({ url }));
  const leaving = await end(await open({ url }));
  await leaving.changes.close();
  expect(watching.dropped).toEqual([]);
  const dyingDatabase = await openDatabase({ url });
  const dying = await end(dyingDatabase);
  const quiet = { ...dyingDatabase };
  expect(dying.dropped).toEqual([]);
  // As with kill -9: no message goes out any more, the goodbye neither.
  await quiet.close();
  await expect.poll(() => watching.dropped, { timeout: 10_000 }).toEqual([null]);
  await Promise.all([watching.changes.close(), dying.changes.close()]);
});

it('where notifications do not come back, listening fails instead of serving what is stale', async () => {
  const [url, elsewhere] = [await freshPostgres(), await freshPostgres()];
  const database = await open({ url, directUrl: elsewhere });
  await expect(createChanges(database, silent, QUICK).listen()).rejects.toThrow(NotHeard);
});
