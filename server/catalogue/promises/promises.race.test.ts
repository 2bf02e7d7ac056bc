import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Batch } from '#contract/catalogue/incoming.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';
import { brokenPromises } from './promises-for-tests.ts';

let shops: TestShop[];
let databases: Database[];
let turn = 0;

beforeAll(async () => {
  const url = await freshPostgres();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  shops = [await openTestShop(databases[0]!), await openTestShop(databases[1]!)];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const call: TestShop['call'] = (...given) => persistently(() => shops[turn++ % 2]!.call(...given));

it('promises no piece twice and loses none, while goods are announced, moved, received and cancelled and orders come and go', async () => {
  const [shop] = shops as [TestShop, TestShop];
  const wes = await shop.person('Wes', 'warehouse');
  const sally = await shop.person('Sally', 'sales');
  const buyers = await Promise.all(Array.from({ length: 8 }, (_, index) => shop.person(`Waiter${index}`)));
  const tools: Tool[] = [];
  for (const kind of ['incoming', 'always', 'always'] as const)
    tools.push(
      await shop.tool({
        name: `Promised ${tools.length}`,
        availableQuantity: 5,
        backorder: { kind, limit: 30, days: 3 },
      }),
    );
  const toolOf = (at: number) => tools[at % tools.length]!._id;
  const announced: Batch[] = [];
  const announce = async (at: number) => {
    const body = { quantity: 4 + (at % 9), day: `2099-01-${String(10 + (at % 15))}` };
    const answer = await call('POST', `/tool/${toolOf(at)}/incoming`, { as: wes.token, body });
    announced.push((await answer.json()) as Batch);
  };
  for (let at = 0; at < 9; at++) await announce(at);
  const onBatch = async (at: number) => {
    const { _id } = announced[at % announced.length]!;
    const [method, path, body] = [
      ['POST', `/incoming/${_id}/receive`, { quantity: 1 + (at % 5) }] as const,
      ['PUT', `/incoming/${_id}`, { quantity: 3 + (at % 12), day: `2099-02-${String(10 + (at % 15))}` }] as const,
      ['POST', `/incoming/${_id}/cancel`, undefined] as const,
      ['POST', `/incoming/${_id}/receive`, { quantity: 2 + (at % 9) }] as const,
    ][at % 4]!;
    const answer = await call(method, path, { as: wes.token, ...(body === undefined ? {} : { body }) });
    expect([200, 409]).toContain(answer.status);
  };
  const order = async (at: number) => {
    const lines = [0, 1, 2]
      .slice(0, 1 + (at % 3))
      .map((more) => ({ toolId: toolOf(at + more), quantity: 1 + (at % 7) }));
    const as = buyers[at % buyers.length]!.token;
    const body = { name: 'Buyer', address: '1 Dock Road', phone: '555', lines, parts: at % 2 === 0 };
    const answer = await call('POST', '/order', { as, body });
    expect([201, 409, 429]).toContain(answer.status);
    if (answer.status !== 201) return;
    const { _id } = (await answer.json()) as { _id: string };
    if (at % 3 === 0) return void (await call('DELETE', `/order/${_id}`, { as }));
    if (at % 3 === 1) return;
    await payForTest(shop, _id);
    const ship = () => call('POST', `/order/${_id}/shipment`, { as: wes.token, body: { carrier: 'DHL' } });
    const refund = () =>
      call('POST', `/order/${_id}/refund`, {
        as: sally.token,
        body: { lines: [{ toolId: lines[0]!.toolId, quantity: 1 }], reason: 'Too many', backToStock: 'unshipped' },
      });
    for (const { status } of await Promise.all([ship(), refund()])) expect([201, 409, 422]).toContain(status);
  };
  const count = (at: number) =>
    call('POST', `/tool/${toolOf(at)}/stock`, {
      as: wes.token,
      body: { change: at % 2 === 0 ? 2 : -1, reason: 'Counted' },
    });
  await Promise.all([
    ...Array.from({ length: 60 }, (_, at) => order(at)),
    ...Array.from({ length: 30 }, (_, at) => onBatch(at)),
    ...Array.from({ length: 12 }, (_, at) => count(at)),
    ...Array.from({ length: 6 }, (_, at) => announce(at + 9)),
  ]);
  expect(await brokenPromises(databases[0]!.raw)).toEqual([]);
  const [waiting] = await databases[0]!.raw<{ some: boolean }>('select exists (select from order_promises) as some');
  expect(waiting?.some).toBe(true);
});
