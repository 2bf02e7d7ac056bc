import { afterEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestShop } from '#server/shop-for-tests.ts';
import type { Database } from './client.ts';
import { openDatabase } from './open-database.ts';
import { freshPostgres } from './database-for-tests.ts';
import { isUnavailable } from './faults.ts';
import { silentProxy } from './silent-proxy-for-tests.ts';
import { transaction } from './transaction.ts';

/** Within this, the caller of a silent database is answered. */
const ANSWERED_MS = 8_000;

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

async function behindProxy() {
  const proxy = await silentProxy(await freshPostgres());
  closings.push(proxy.close);
  const database = await openDatabase({ url: proxy.url, maxConnections: 4 });
  return { proxy, database };
}

/** How the work ended, and after how long. */
async function ending(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const began = performance.now();
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  return { error, ms: performance.now() - began };
}

async function expectGivenUp(works: Promise<unknown>[]): Promise<void> {
  for (const { error, ms } of await Promise.all(works.map(ending))) {
    expect(isUnavailable(error), String(error)).toBe(true);
    expect(ms).toBeLessThan(ANSWERED_MS);
  }
}

/** A transaction that is told when to go on. */
function inTwoSteps(database: Database) {
  let goOn = () => {};
  let begun = () => {};
  const halfway = new Promise<void>((resolve) => (begun = resolve));
  const told = new Promise<void>((resolve) => (goOn = resolve));
  const work = transaction(database, async (tx) => {
    await tx.execute(sql`select 1`);
    begun();
    await told;
    await tx.execute(sql`select 2`);
  });
  return { halfway, goOn, work };
}

it('a database that falls silent is given up within eight seconds, by all who ask, and serves again once it speaks', async () => {
  const { proxy, database } = await behindProxy();
  closings.push(() => database.close());
  const begun = inTwoSteps(database);
  // Connections that are open when it falls silent, so that there is one for each transaction to fail to begin on.
  await Promise.all([begun.halfway, ...[1, 2, 3].map(() => database.raw('select pg_sleep(0.1)'))]);
  proxy.hush();
  begun.goOn();
  const works = [
    begun.work,
    transaction(database, (tx) => tx.execute(sql`select 1`)),
    transaction(database, (tx) => tx.execute(sql`select 1`)),
    database.rawTransaction(({ query }) => query('select 1')),
  ];
  // More than there are connections: some wait for one, and get a new one that never opens.
  const asking = Array.from({ length: 10 }, () => database.raw('select 1'));
  await expectGivenUp([...works, ...asking]);
  proxy.speak();
  await expect
    .poll(() => database.raw<{ one: number }>('select 1 as one').catch(() => []), { timeout: 10_000 })
    .toEqual([{ one: 1 }]);
  // None of the pool's four was lost to a transaction that could not begin: as many as may hold one can be had at once, and
  // who reads has the fourth.
  const three = Array.from({ length: 3 }, () => inTwoSteps(database));
  await Promise.all(three.map(({ halfway, work }) => Promise.race([halfway, work])));
  expect(await database.raw('select 1 as one')).toEqual([{ one: 1 }]);
  for (const { goOn } of three) goOn();
  await Promise.all(three.map(({ work }) => work));
  // What was given up was closed, not left behind.
  await expect.poll(() => proxy.open(), { timeout: 10_000 }).toBeLessThanOrEqual(4);
}, 40_000);

it('calls to a shop whose database is silent are 503 in time, and nobody is signed out', async () => {
  const { proxy, database } = await behindProxy();
  const shop = await openTestShop(database);
  closings.push(
    () => shop.close(),
    async () => proxy.speak(),
  );
  const alice = await shop.person('Alice');
  proxy.hush();
  const began = performance.now();
  const answers = await Promise.all([
    shop.call('GET', '/tool?q=axe'),
    shop.call('GET', `/order?email=${alice.email}`, { as: alice.token }),
    shop.call('POST', '/review', { as: alice.token, body: { review: 'Good', rating: 5 } }),
    shop.call('GET', '/readyz'),
  ]);
  expect(performance.now() - began).toBeLessThan(ANSWERED_MS);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}, 40_000);
