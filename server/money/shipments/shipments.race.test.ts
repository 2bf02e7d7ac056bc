import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';
import { payForTest } from './paying-for-tests.ts';

let databases: Database[];
let shops: TestShop[];
beforeAll(async () => {
  const url = await freshPostgres();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  shops = [await openTestShop(databases[0]!), await openTestShop(databases[1]!)];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const persist = (at: number, ...call: Parameters<TestShop['call']>) => persistently(() => shops[at % 2]!.call(...call));

async function paidOrder(buyer: string, ...quantities: number[]): Promise<Order> {
  const { token } = await shops[0]!.person(buyer);
  const lines: { toolId: string; quantity: number }[] = [];
  for (const quantity of quantities)
    lines.push({ toolId: (await shops[0]!.tool({ name: `${buyer} ${lines.length}` }))._id, quantity });
  const body = { name: buyer, address: '1 Dock Road', phone: '555', lines };
  const order = (await (await shops[0]!.call('POST', '/order', { as: token, body })).json()) as Order;
  await payForTest(shops[0]!, order._id);
  return order;
}
const shown = async (order: Order, as: string) =>
  (await (await shops[0]!.call('GET', `/order/${order._id}`, { as })).json()) as Order;

it('two people who ship parcels of one order in two processes never send more than was ordered', async () => {
  const [wes, win] = [await shops[0]!.person('Wes', 'warehouse'), await shops[0]!.person('Win', 'sales')];
  const order = await paidOrder('Raced', 20, 7);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      persist(index, 'POST', `/order/${order._id}/shipment`, {
        as: index % 2 === 0 ? wes.token : win.token,
        body: { carrier: 'DHL', lines: order.lines.map(({ toolId }, at) => ({ toolId, quantity: [3, 1][at] })) },
      }),
    ),
  );
  const made = answers.filter(({ status }) => status === 201).length;
  expect(made).toBe(6);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(24);
  const after = await shown(order, wes.token);
  expect(after.lines.map(({ shipped }) => shipped)).toEqual([18, 6]);
  expect(after).toMatchObject({ fulfilment: 'part' });
  const letters = await databases[0]!.raw(`select 1 from mails where subject like $1`, [`%order ${order.number} %`]);
  expect(letters).toHaveLength(6);
});

it('twenty clicks at once on ship what is left make one parcel', async () => {
  const wes = await shops[0]!.person('Wesley', 'warehouse');
  const order = await paidOrder('Clicked', 5);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      persist(index, 'POST', `/order/${order._id}/shipment`, { as: wes.token, body: { carrier: 'DHL' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await shown(order, wes.token)).shipments).toHaveLength(1);
});

it('numbers the delivery notes of all who ship without a gap, whoever is refused meanwhile', async () => {
  const wes = await shops[0]!.person('Winston', 'warehouse');
  const numbers = () =>
    databases[0]!.raw<{ count: number; least: number; most: number }>(
      `select count(*)::int as count, min(right(number, 6)::int) as least, max(right(number, 6)::int) as most
       from shipments`,
    );
  const orders = await Promise.all([1, 2, 3, 4, 5].map((each) => paidOrder(`Numbered${each}`, 3)));
  await Promise.all(
    orders.flatMap((order, at) =>
      [0, 1, 2, 3, 4].map((each) =>
        persist(at + each, 'POST', `/order/${order._id}/shipment`, {
          as: wes.token,
          body: { carrier: 'DHL', lines: [{ toolId: order.lines[0]!.toolId, quantity: 1 }] },
        }),
      ),
    ),
  );
  const [{ count, least, most } = { count: 0, least: 0, most: 0 }] = await numbers();
  expect(count).toBeGreaterThanOrEqual(15);
  expect([least, most]).toEqual([1, count]);
});

it('one key twenty times at once makes one shipment and twenty equal answers (attacks T33)', async () => {
  const wes = await shops[0]!.person('Wendy', 'warehouse');
  const order = await paidOrder('Keyed', 9);
  const body = { carrier: 'DHL', lines: [{ toolId: order.lines[0]!.toolId, quantity: 2 }] };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      persist(index, 'POST', `/order/${order._id}/shipment`, {
        as: wes.token,
        body,
        headers: { 'idempotency-key': 'once' },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Shipment)._id));
  expect(new Set(ids).size).toBe(1);
  expect((await shown(order, wes.token)).lines[0]?.shipped).toBe(2);
});

it('an address changed while the order is shipped is changed before it leaves, or not at all', async () => {
  const [wes, sal] = [await shops[0]!.person('Wanda', 'warehouse'), await shops[0]!.person('Sally', 'sales')];
  for (let round = 0; round < 5; round++) {
    const order = await paidOrder(`Moved${round}`, 1);
    const [changed, shipped] = await Promise.all([
      persist(0, 'PUT', `/order/${order._id}/details`, { as: sal.token, body: { address: '9 New Quay' } }),
      persist(1, 'POST', `/order/${order._id}/shipment`, { as: wes.token, body: { carrier: 'DHL' } }),
    ]);
    expect(shipped.status).toBe(201);
    expect([200, 409]).toContain(changed.status);
    const [letter] = await databases[0]!.raw<{ text: string }>(`select text from mails where subject like $1`, [
      `%order ${order.number} %`,
    ]);
    const { address } = await shown(order, wes.token);
    expect(address).toBe(changed.status === 200 ? '9 New Quay' : '1 Dock Road');
    expect(letter?.text).toContain(address);
  }
});
