import { afterAll, beforeAll, expect, it } from 'vitest';
import { once } from 'node:events';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { createShopServer } from '#server/engine/http/serve.ts';
import { createLog } from '#server/log.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { createObserver, observedJob, type Observer } from './observer.ts';

let shop: TestShop;
let observer: Observer;
let url: string;
let server: ReturnType<typeof createShopServer>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  observer = await createObserver({ metrics: { host: '127.0.0.1', port: 1 }, tracing: undefined }, shop.parts);
  const config = { ...shop.parts.config, baseUrl: 'http://127.0.0.1' };
  server = createShopServer({ ...shop, observer }, config, createLog('silent'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await observer.stop();
  await shop.close();
});

/** The value of a line of the text format. */
async function value(line: string): Promise<number | undefined> {
  const text = (await observer.metrics?.()) ?? '';
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}
const counted = (route: string, method: string, status: number) =>
  value(`tradebench_call_seconds_count{route="${route}",method="${method}",status="${status}"}`);

it('counts calls by their name in the contract, their method and how they ended', async () => {
  await fetch(`${url}/healthz`);
  await fetch(`${url}/order?email=a@b.test`);
  await fetch(`${url}/tool/${'0'.repeat(20)}-with-somebody@people.test`);
  expect(await counted('healthz', 'GET', 200)).toBe(1);
  expect(await counted('listOrders', 'GET', 401)).toBe(1);
  expect(await counted('getTool', 'GET', 404)).toBe(1);
  expect(await observer.metrics?.()).not.toContain('@');
});

it('tells what is answered out of the cache and how large it is', async () => {
  const before = (await value('tradebench_page_cache_hits_total')) ?? 0;
  await (await fetch(`${url}/tool?limit=2`)).text();
  await (await fetch(`${url}/tool?limit=2`)).text();
  expect(await value('tradebench_page_cache_hits_total')).toBe(before + 1);
  expect(await value('tradebench_page_cache_bytes')).toBeGreaterThan(500);
});

it('tells how jobs end', async () => {
  await observedJob('sweep', async () => {});
  await observedJob('sweep', () => Promise.reject(new Error('away'))).catch(() => {});
  expect(await value('tradebench_job_seconds_count{task="sweep",outcome="done"}')).toBe(1);
  expect(await value('tradebench_job_seconds_count{task="sweep",outcome="failed"}')).toBe(1);
});

it('tells how the shop stands: orders, payments, refunds, mails, the pool and the process itself', async () => {
  const alice = await shop.person('Alice');
  await shop.order(alice.token, await shop.tool());
  const fresh = await createObserver({ metrics: { host: '127.0.0.1', port: 1 }, tracing: undefined }, shop.parts);
  const text = (await fresh.metrics?.()) ?? '';
  await fresh.stop();
  for (const line of [
    'tradebench_database_up 1',
    'tradebench_orders{state="unpaid"} 1',
    'tradebench_orders_unpaid 1',
    'tradebench_payments_open 0',
    'tradebench_refunds{state="due"} 0',
    'tradebench_mails{state="waiting"} 0',
    '# TYPE tradebench_news_oldest_seconds gauge',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  const isPool = shop.parts.database.kind === 'postgres';
  expect(/^tradebench_pool_connections\{state="open"\} [1-9]/m.test(text)).toBe(isPool);
});
