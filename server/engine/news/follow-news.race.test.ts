import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Log } from '#server/log.ts';
import { BATCH, createNewsReader, type Follower } from './follow-news.ts';
import { tellNews } from './news.ts';
import { allNewsRead } from './news-for-tests.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A follower that writes down what it read, where the database has a table for it. */
const writesDown = (name: string, extra: Partial<Follower> = {}): Follower => ({
  name,
  kinds: ['order.placed', 'order.paid'],
  async handle(tx, rows) {
    for (const { subject } of rows) await tx.execute(`insert into was_read values ('${name}', '${subject}')`);
  },
  ...extra,
});
const placed = (database: Database, ...subjects: string[]) =>
  transaction(database, (tx) => tellNews(tx, 'order.placed', subjects));
const readBy = async (database: Database, name: string) =>
  (await database.raw<{ subject: string }>('select subject from was_read where follower = $1 order by at', [name])).map(
    ({ subject }) => subject,
  );

async function prepare(database: Database) {
  await database.raw('drop table if exists was_read');
  await database.raw('create table was_read (follower text, subject text, at bigint generated always as identity)');
  await database.raw('delete from news');
  await database.raw('delete from news_followers');
}

describe('news', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ url: await freshPostgres() });
  });
  beforeEach(() => prepare(database));
  afterAll(() => database.close());
  const reader = async (...followers: Follower[]) => {
    const made = createNewsReader({ database, log: silent }, followers);
    await made.start();
    return made;
  };

  it('is read once by each follower in the order in which it was written, and forgotten then', async () => {
    const made = await reader(writesDown('one'), writesDown('other', { kinds: ['order.paid'] }));
    await placed(database, 'a', 'b');
    await transaction(database, (tx) => tellNews(tx, 'order.paid', ['a']));
    await allNewsRead(database, made);
    await placed(database, 'c');
    await allNewsRead(database, made);
    expect(await readBy(database, 'one')).toEqual(['a', 'b', 'a', 'c']);
    expect(await readBy(database, 'other')).toEqual(['a']);
    await made.stop();
  });

  it('of a transaction that began first and commits last is not passed over', async () => {
    const made = await reader(writesDown('one'));
    await database.rawTransaction(async ({ query }) => {
      await query(`insert into news (kind, subject) values ('order.placed', 'slow')`);
      await placed(database, 'quick');
      await made.look();
      expect(await readBy(database, 'one')).toEqual([]);
    });
    await allNewsRead(database, made);
    expect(await readBy(database, 'one')).toEqual(['slow', 'quick']);
    await made.stop();
  });

  it('of a transaction that fails is no news', async () => {
    const made = await reader(writesDown('one'));
    const failing = transaction(database, async (tx) => {
      await tellNews(tx, 'order.placed', ['never']);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await allNewsRead(database, made);
    expect(await readBy(database, 'one')).toEqual([]);
    await made.stop();
  });

  it('is read again by a follower that failed in the midst, which holds up no other', async () => {
    let broken = true;
    const made = await reader(
      writesDown('failing', {
        async handle(tx, rows) {
          await writesDown('failing').handle(tx, rows);
          if (broken) throw new Error('no room');
        },
      }),
      writesDown('other'),
    );
    await placed(database, 'a');
    await expect.poll(() => readBy(database, 'other').finally(() => made.look())).toEqual(['a']);
    expect(await readBy(database, 'failing')).toEqual([]);
    broken = false;
    await allNewsRead(database, made);
    expect(await readBy(database, 'failing')).toEqual(['a']);
    expect(await readBy(database, 'other')).toEqual(['a']);
    await made.stop();
  });

  it('is read once however many processes read and write', async () => {
    const readers = await Promise.all(Array.from({ length: 4 }, () => reader(writesDown('one'))));
    const wanted = Array.from({ length: 200 }, (_, index) => `order ${index}`);
    const looking = wanted.map(async (subject, index) => {
      await placed(database, subject);
      await readers[index % 4]!.look();
    });
    await Promise.all(looking);
    await allNewsRead(database, readers[0]!);
    expect((await readBy(database, 'one')).toSorted()).toEqual(wanted.toSorted());
    await Promise.all(readers.map((one) => one.stop()));
  });

  it('is read to its end where there is more than one batch', async () => {
    const counts: number[] = [];
    const made = await reader(writesDown('one', { handle: async (_tx, rows) => void counts.push(rows.length) }));
    await placed(database, ...Array.from({ length: BATCH + 1 }, (_, index) => String(index)));
    await allNewsRead(database, made);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(BATCH + 1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(BATCH);
    await made.stop();
  });

  it('waits for a follower that nobody runs at the moment, and for a new one from then on', async () => {
    const both = await reader(writesDown('one'), writesDown('away'));
    await both.stop();
    const made = await reader(writesDown('one'));
    await placed(database, 'a');
    await expect.poll(() => readBy(database, 'one').finally(() => made.look())).toEqual(['a']);
    const again = await reader(writesDown('one'), writesDown('away'));
    await allNewsRead(database, again);
    expect(await readBy(database, 'away')).toEqual(['a']);
    await Promise.all([made.stop(), again.stop()]);
  });

  it('that came with a dump from a server which had counted further is read, and so is what follows', async () => {
    await database.raw(`insert into news (xact, kind, subject) values ('900000000000', 'order.placed', 'from there')`);
    await database.raw(`insert into news_followers (name, xact, id) values ('one', '800000000000', 1)`);
    const made = await reader(writesDown('one'));
    await placed(database, 'from here');
    await allNewsRead(database, made);
    expect(await readBy(database, 'one')).toEqual(['from there', 'from here']);
    await made.stop();
  });
});

it('PGlite, in one process, has its news read too', async () => {
  const opened = await openDatabase({ memory: true });
  await migrate(opened);
  await prepare(opened);
  const made = createNewsReader({ database: opened, log: silent }, [writesDown('one')]);
  await made.start();
  await placed(opened, 'a', 'b');
  await allNewsRead(opened, made);
  expect(await readBy(opened, 'one')).toEqual(['a', 'b']);
  await made.stop();
  await opened.close();
});
