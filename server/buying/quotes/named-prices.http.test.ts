import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { quoteCalls, quoteStage } from './quotes-for-tests.ts';

let shop: TestShop;
let calls: ReturnType<typeof quoteCalls>;
let sally: Person;
let alice: Person;
let hammer: Tool;
let saw: Tool;
let offered: () => Promise<string>;
let counter = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  calls = quoteCalls(shop);
  sally = await shop.person('Sally', 'sales');
});
afterAll(() => shop.close());
beforeEach(async () => ({ alice, hammer, saw, offered } = await quoteStage(shop, sally, ++counter)));

it('a buyer names prices against an offer, which stays as it is, and staff read them in their letter', async () => {
  const id = await offered();
  const { status, body } = await calls.name(alice.token, id, [[hammer, 7.5]], 'For 500 a year?');
  expect(status).toBe(200);
  expect(body.state).toBe('offered');
  expect(body.versions[0]?.lines[0]?.unitPrice).toBe(8);
  const price = { toolId: hammer._id, tool: hammer.name, sku: hammer.sku, priceUnit: 1, targetPrice: 7.5 };
  expect(body.messages).toMatchObject([{ by: 'buyer', text: 'For 500 a year?', prices: [price] }]);
  expect((await shop.lettersTo(sally.email)).at(-1)?.text).toMatch(
    new RegExp(`For 500 a year\\?\\s+They would order at these prices:\\s+${hammer.name}: \\$7.50`),
  );
});

it('names prices without a word, and says nothing of prices where there are none', async () => {
  const id = await offered();
  await calls.name(alice.token, id, [[saw, 15]]);
  const { body } = await calls.say(alice.token, id, 'By May, please');
  expect(body.messages.map(({ text, prices }) => [text, prices?.length])).toEqual([
    ['', 1],
    ['By May, please', undefined],
  ]);
  expect(await calls.name(alice.token, id, [])).toMatchObject({ status: 400, body: { issues: [{ path: 'text' }] } });
});

it('takes only prices for tools of the latest offer', async () => {
  const asked = await calls.ask(alice.token, [[hammer, 3]]);
  const refused = { status: 404, body: { code: 'TOOL_NOT_FOUND', issues: [{ path: 'prices.0.toolId' }] } };
  expect(await calls.name(alice.token, asked.body._id, [[hammer, 7]])).toMatchObject(refused);
  await calls.offer(sally.token, asked.body._id, [[saw, 12, 15]]);
  expect(await calls.name(alice.token, asked.body._id, [[hammer, 7]])).toMatchObject(refused);
  expect(await calls.name(alice.token, asked.body._id, [[saw, 14]])).toMatchObject({ status: 200 });
});

it('staff name theirs in an offer, and nobody any once it is over', async () => {
  const id = await offered();
  expect(await calls.name(sally.token, id, [[hammer, 7]])).toMatchObject({ status: 403 });
  await calls.decline(alice.token, id);
  expect(await calls.name(alice.token, id, [[hammer, 7]])).toMatchObject({ status: 409, body: { code: 'QUOTE_OVER' } });
});
