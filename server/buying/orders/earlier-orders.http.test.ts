import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { earlierOrdersJob } from './earlier-orders.ts';

const ORDERS = 7;

let shop: TestShop;
let as: string;
/** The newest first. */
const placed: Order[] = [];
/** What the triggers wrote of each order. */
let written: unknown[];

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  as = (await shop.person('Wes', 'warehouse')).token;
  const buyers = [await shop.person('Maria'), await shop.person('Bob')];
  const tools = [
    await shop.tool({ name: 'Bearing puller', sku: 'PUL-BR-80/A' }),
    await shop.tool({ name: 'Cold chisel' }),
  ];
  for (let index = 0; index < ORDERS; index++)
    placed.unshift(await shop.order(buyers[index % 2]!.token, tools[index % 2]!));
  for (const { _id } of placed.slice(2)) await payForTest(shop, _id);
  written = await known();
});
afterAll(() => shop.close());

/** All that orders are found by, whatever the numbers of parties and goods. */
const known = () =>
  shop.parts.database.raw(
    `select order_id, s.created_at::text as at, s.words, s.codes, p.words as party,
       array(select g.words from order_goods g where g.id = any(s.goods) order by 1) as goods,
       array(select g.words from order_sales sold join order_goods g on g.id = sold.goods
         where (sold.order_id, sold.created_at) = (s.order_id, s.created_at) order by 1) as sold
     from order_search s left join order_parties p on p.id = s.party order by order_id`,
  );

/** As an upgrade leaves it: nothing known of most orders, and of one what the version in between wrote. */
beforeEach(async () => {
  const { raw } = shop.parts.database;
  await raw('delete from order_search where order_id <> $1', [placed[3]!._id]);
  await raw(`update order_search set party = null, goods = '{}', codes = ''`);
  await raw('delete from order_goods');
  await raw('delete from order_search_behind');
  await raw(`insert into order_search_behind values ('infinity', '')`);
});

/** Does so many portions, as a process that is ended after each. */
async function portions(times: number, of: number) {
  const job = earlierOrdersJob(shop.parts.database, of);
  for (let time = 0; time < times; time++) await job.run(AbortSignal.abort());
  return job;
}

async function found(q: string) {
  const answer = await shop.call('GET', `/orders?q=${encodeURIComponent(q)}`, { as });
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as StaffOrder[];
  return { ids: rows.map(({ _id }) => _id), since: answer.headers.get('x-found-since') };
}

it('orders of before are found by what they would be found by had they been placed today', async () => {
  const job = await portions(3, 2);
  expect(await job.isOver!()).toBe(false);
  await job.run(new AbortController().signal);
  expect(await known()).toEqual(written);
  expect(await job.isOver!()).toBe(true);
});

it('orders that could be found before the orders of goods were kept are among those too', async () => {
  await portions(4, 2);
  await shop.parts.database.raw('delete from order_sales');
  await shop.parts.database.raw(`update order_search_behind set created_at = 'infinity', order_id = ''`);
  await portions(4, 2);
  expect(await known()).toEqual(written);
});

it('the newest are found first, and until all are the search says since when', async () => {
  const pullers = placed.filter((_, index) => index % 2 === 0).map(({ _id }) => _id);
  const before = new Date().toISOString();
  const none = await found('bearing puller');
  expect(none.ids).toEqual([]);
  expect(none.since! >= before).toBe(true);
  await portions(1, 3);
  const some = await found('bearing puller');
  expect(some.ids).toEqual(pullers.slice(0, 2));
  expect(new Date(some.since!).toISOString()).toBe(placed[2]!.createdAt);
  await portions(3, 3);
  expect(await found('bearing puller')).toEqual({ ids: pullers, since: null });
});

it('what is changed, paid or placed before its turn comes is found as it is then', async () => {
  const { raw } = shop.parts.database;
  await raw(`update orders set company = 'Hüttenwerk' where id = $1`, [placed[6]!._id]);
  await payForTest(shop, placed[0]!._id);
  const invoice = await raw<{ number: string }>('select number from invoices where order_id = $1', [placed[0]!._id]);
  expect((await found(invoice[0]!.number)).ids).toEqual([placed[0]!._id]);
  await portions(3, 4);
  expect((await found('huttenwerk')).ids).toEqual([placed[6]!._id]);
  expect((await found(invoice[0]!.number)).ids).toEqual([placed[0]!._id]);
});

it('a list that is no search says nothing of it', async () => {
  const answer = await shop.call('GET', '/orders', { as });
  expect([answer.headers.get('x-total-count'), answer.headers.get('x-found-since')]).toEqual([String(ORDERS), null]);
});
