import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let sally: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  sally = (await shop.person('Sally', 'sales')).token;
});
afterAll(() => shop.close());

const read = async (id: string, as = sally) => shop.call('GET', `/tool/${id}/cost`, { as });
const save = (id: string, cost: unknown, as = sally) => shop.call('PUT', `/tool/${id}/cost`, { as, body: { cost } });

it('what a tool costs the shop is kept for who writes tools, and told in nothing that others read', async () => {
  const { _id, name } = await shop.tool({ name: 'Costly', price: 10 });
  expect(await (await read(_id)).json()).toEqual({ cost: null });
  const saved = await save(_id, 7.77);
  expect([saved.status, await saved.json()]).toEqual([200, { cost: 7.77 }]);
  expect(await (await save(_id, '8.88')).json()).toEqual({ cost: 8.88 });
  const alice = (await shop.person('Alice')).token;
  for (const as of [alice, (await shop.person('Wes', 'warehouse')).token]) {
    expect((await read(_id, as)).status).toBe(403);
    expect((await save(_id, 1, as)).status).toBe(403);
  }
  const everywhere = ['/tool', `/tool/${_id}`, `/tools?id=${_id}`, '/export/tools'];
  for (const path of everywhere) {
    const answer = await shop.call('GET', path, path.startsWith('/tool/') ? {} : { as: sally });
    expect(await answer.text(), path).not.toMatch(/\b(?:8\.88|888)\b|"cost"/);
  }
  const root = await shop.person('Root', 'admin');
  const log = (await (await shop.call('GET', `/audit?about=${_id}`, { as: root.token })).json()) as object[];
  expect(log[0]).toMatchObject({ action: 'tool.cost-changed', details: { name, cost: 8.88 } });
  expect(await (await save(_id, null)).json()).toEqual({ cost: null });
  expect(await (await read(_id)).json()).toEqual({ cost: null });
});

it('a cost that is none, and of a tool that is not there, is refused', async () => {
  const { _id } = await shop.tool({ name: 'Refused' });
  const before = await shop.digest();
  for (const wrong of [-1, 1.001, 1_000_000, 'much', undefined]) expect((await save(_id, wrong)).status).toBe(400);
  expect((await save('nothing', 1)).status).toBe(404);
  expect((await read('nothing')).status).toBe(404);
  expect(await shop.digest()).toBe(before);
});
