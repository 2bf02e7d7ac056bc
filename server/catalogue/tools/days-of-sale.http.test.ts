import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { followDays } from './follow-days.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
let hammer: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
});
afterAll(() => shop.close());
beforeEach(async () => {
  hammer = await shop.tool({ name: `Hammer ${Math.random()}`, sku: 'HAM', category: 'Hammers' });
});

/** So many days from today, in UTC. */
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
const edit = async (more: Partial<Tool>) => {
  const answer = await shop.call('GET', `/tools?id=${hammer._id}`, { as: ada.token });
  const [{ _id, ...tool }] = (await answer.json()) as [Tool];
  return shop.call('PUT', `/tool/${_id}`, { as: ada.token, body: { ...tool, ...more } });
};
const order = async () => {
  const body = {
    name: 'Alice',
    address: '1 Dock Road',
    phone: '555',
    toolId: hammer._id,
    quantity: hammer.minOrderQuantity,
  };
  return (await shop.call('POST', '/order', { as: alice.token, body })).status;
};
/** How the public calls see it: the tool, its place in the list, its price, an order. */
const seen = async () => {
  const priced = await shop.call('POST', '/price', {
    body: { lines: [{ toolId: hammer._id, quantity: hammer.minOrderQuantity }] },
  });
  const list = (await (await shop.call('GET', `/tool?q=${encodeURIComponent(hammer.name)}`)).json()) as Tool[];
  return [
    (await shop.call('GET', `/tool/${hammer._id}`)).status,
    list.some(({ _id }) => _id === hammer._id),
    ((await priced.json()) as { lines: { problem: string | null }[] }).lines[0]?.problem,
    await order(),
  ];
};
const SOLD = [200, true, null, 201];
const GONE = [404, false, 'TOOL_NOT_FOUND', 404];

it('a tool is for sale on its days, the first and the last included, and gone on others', async () => {
  expect(await seen()).toEqual(SOLD);
  for (const [from, until, expected] of [
    [day(0), day(0), SOLD],
    [day(1), '', GONE],
    ['', day(-1), GONE],
    [day(-3), day(3), SOLD],
    ['', '', SOLD],
  ] as const) {
    expect((await edit({ onSaleFrom: from, onSaleUntil: until })).status).toBe(200);
    expect(await seen(), `${from} to ${until}`).toEqual(expected);
  }
});

it('staff see a tool before its days with them, and may ask for those that are on sale', async () => {
  await edit({ onSaleFrom: day(2), onSaleUntil: day(4) });
  const list = async (query: string) =>
    (await (
      await shop.call('GET', `/tools?q=${encodeURIComponent(hammer.name)}${query}`, { as: ada.token })
    ).json()) as Tool[];
  expect(await list('')).toMatchObject([{ onSale: true, onSaleFrom: day(2), onSaleUntil: day(4) }]);
  const has = async (query: string) => (await list(query)).some(({ _id }) => _id === hammer._id);
  expect([await has('&onSale=true'), await has('&onSale=false')]).toEqual([false, true]);
});

it.each([
  [{ onSaleFrom: '2026-02-30' }, 'onSaleFrom'],
  [{ onSaleUntil: 'tomorrow' }, 'onSaleUntil'],
  [{ onSaleFrom: '2026-12-24', onSaleUntil: '2026-12-23' }, 'onSaleUntil'],
])('refuses days that cannot be, %j', async (days, path) => {
  const answer = await edit(days);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ issues: [{ path }] });
});

it('what is cached of a tool is forgotten when its day begins or ended', async () => {
  await edit({ onSaleUntil: day(0) });
  expect((await shop.call('GET', `/tool/${hammer._id}`)).status).toBe(200);
  // The day that was its last is over: the cache has the page still, and nobody has written anything.
  await shop.parts.database.raw('update tools set on_sale_until = $2 where id = $1', [hammer._id, day(-1)]);
  expect((await shop.call('GET', `/tool/${hammer._id}`)).status).toBe(200);
  const days = followDays(shop.parts);
  const { today, leftMs } = await days.look(undefined);
  expect(today).toBe(day(0));
  expect(leftMs).toBeLessThanOrEqual(86_400_000);
  await days.look(today);
  expect((await shop.call('GET', `/tool/${hammer._id}`)).status).toBe(200);
  await days.look(day(-1));
  expect((await shop.call('GET', `/tool/${hammer._id}`)).status).toBe(404);
});
