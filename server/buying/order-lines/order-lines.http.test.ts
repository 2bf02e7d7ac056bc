import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), { RATE_LIMITS: 'on' });
});
afterAll(() => shop.close());

it('counts the rows of lists, and not the lists, whether a person or an agent has them read', async () => {
  const list = 'x\n'.repeat(1_000);
  const asAgent = (text: string) =>
    shop.call('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_list', arguments: { text } } },
    });
  for (let read = 0; read < 5; read++) {
    expect((await shop.call('POST', '/order-lines', { body: { text: list } })).status).toBe(200);
    expect(await (await asAgent(list)).text()).not.toContain('RATE_LIMITED');
  }
  const over = await shop.call('POST', '/order-lines', { body: { text: 'HAM-CL-16H;24' } });
  expect([over.status, (await over.json()).code]).toEqual([429, 'RATE_LIMITED']);
  expect(await (await asAgent('HAM-CL-16H;24')).text()).toContain('RATE_LIMITED');
});

it('says to people and agents that a unit is not known to be pieces', async () => {
  const quiet = await openTestShop(await freshDatabase());
  const text = 'HAM-CL-16H 48 Box';
  const row = { sku: 'HAM-CL-16H', quantity: null, problem: 'UNKNOWN_UNIT', unit: 'Box', unitQuantity: 48 };
  const units = [{ code: 'C62', name: 'piece', pieces: 1 }];
  const person = await quiet.call('POST', '/order-lines', { body: { text } });
  expect(await person.json()).toMatchObject({ rows: [{ ...row, units }] });
  const agent = await quiet.call('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_list', arguments: { text } } },
  });
  expect(await agent.json()).toMatchObject({ result: { structuredContent: { rows: [{ ...row, units }] } } });
  await quiet.close();
});
