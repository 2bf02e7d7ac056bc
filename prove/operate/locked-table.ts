import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { buildShop, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { type Check, must } from './check.ts';
import { FRONT, HAPROXY, haproxy, NGINX, nginx, type Proxy } from './front-proxies.ts';

const FIRST = 4770;
/** As long as a statement of somebody else may hold a table: reads of it are given up after 5 s. */
const LOCKED_MS = 14_000;
const STRANGERS = 6;
/** Between two readings of one stranger. */
const PAUSE_MS = 150;

/** What strangers were answered, by status. */
type Counts = Record<number, number>;

/**
 * One table is locked while strangers read: what needs it is answered 503 by the shop itself, and everything else goes on as if
 * nothing were, since no proxy takes such an answer for a shop that is gone.
 */
async function oneTableLocked(front: (shops: ShopProcess[]) => Promise<Proxy>): Promise<string> {
  await buildShop();
  const server = await startPostgres();
  const database = await server.createDatabase();
  const baseUrl = `http://127.0.0.1:${FRONT}`;
  const settings = { DATABASE_URL: database, BASE_URL: baseUrl, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'off' };
  const shops = [0, 1].map((index) => shopProcess(FIRST + index, settings));
  const locker = new Client({ connectionString: database });
  let proxy: Proxy | undefined;
  try {
    for (const shop of shops) await shop.start();
    proxy = await front(shops);
    await locker.connect();
    await locker.query('begin');
    await locker.query('lock table reviews in access exclusive mode');
    const until = Date.now() + LOCKED_MS;
    let asked = 0;
    const reading = async (path: (at: number) => string): Promise<Counts> => {
      const counts: Counts = {};
      while (Date.now() < until) {
        const { status } = await fetch(baseUrl + path(asked++)).then(async (answer) => {
          await answer.arrayBuffer();
          return answer;
        });
        counts[status] = (counts[status] ?? 0) + 1;
        await pause(PAUSE_MS);
      }
      return counts;
    };
    const of = async (path: (at: number) => string) =>
      added(await Promise.all(Array.from({ length: STRANGERS }, () => reading(path))));
    const [locked, home, others] = await Promise.all([
      of((at) => `/review?limit=${1 + (at % 100)}`),
      of(() => '/'),
      // Each another answer, which none has cached.
      of((at) => `/tool?limit=${1 + (at % 100)}&minPrice=${at}`),
    ]);
    must((locked[503] ?? 0) > 0, `nobody was told that the locked table cannot be read: ${said(locked)}`);
    must(
      Object.keys(locked).every((status) => status === '503'),
      `reads of the locked table: ${said(locked)}`,
    );
    must(
      Object.keys(home).every((status) => status === '200' || status === '503'),
      `home pages: ${said(home)}`,
    );
    must(
      Object.keys(others).every((status) => status === '200'),
      `reads of other tables: ${said(others)}`,
    );
    await locker.query('rollback');
    const after = await fetch(`${baseUrl}/review?limit=1`);
    must(after.status === 200, `after the lock reviews are answered ${after.status}`);
    return `${LOCKED_MS / 1_000} s: reviews ${said(locked)}, home pages ${said(home)}, tools ${said(others)}`;
  } finally {
    await locker.end();
    await proxy?.stop();
    for (const shop of shops) await shop.kill();
    await server.stop();
  }
}

function added(counts: Counts[]): Counts {
  const sums: Counts = {};
  for (const each of counts)
    for (const [status, count] of Object.entries(each)) sums[Number(status)] = (sums[Number(status)] ?? 0) + count;
  return sums;
}

function said(counts: Counts): string {
  return Object.entries(counts)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}

export const lockedTableChecks: Check[] = [
  {
    what: 'a locked table behind nginx stops what needs it and nothing else',
    needs: NGINX,
    run: () => oneTableLocked(nginx),
  },
  {
    what: 'a locked table behind HAProxy stops what needs it and nothing else',
    needs: HAPROXY,
    run: () => oneTableLocked(haproxy),
  },
];
