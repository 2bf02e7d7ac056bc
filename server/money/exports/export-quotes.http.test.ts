import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { PRICE, quoteCalls, quoteStage } from '#server/buying/quotes/quotes-for-tests.ts';

let shop: TestShop;
let sally: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  sally = await shop.person('Sally', 'sales');
});
afterAll(() => shop.close());

const sheet = async (query = ''): Promise<Record<string, string>[]> => {
  const answer = await shop.call('GET', `/export/quotes${query}`, { as: sally.token });
  return parse(await answer.text(), { bom: true, columns: true });
};

it('quotes are a sheet for who answers them: each once, as its latest version has it, with its order or why there is none', async () => {
  const calls = quoteCalls(shop);
  const { alice, hammer, offered } = await quoteStage(shop, sally, 1);
  const asked = await calls.ask(alice.token, [[hammer, 30]]);
  const bought = await offered();
  const order = await calls.accept(alice.token, bought, 1, PRICE);
  const refused = await offered();
  await calls.offer(sally.token, refused, [[hammer, 3, 9]], { freight: 1.5, validUntil: '2999-01-31' });
  await calls.decline(alice.token, refused, { reason: '=1+1' });
  const late = await offered();
  await shop.parts.database.raw(`update quotes set valid_until = '2020-01-31' where id = $1`, [late]);
  const rows = await sheet();
  expect(rows.map(({ state }) => state)).toEqual(['asked', 'ordered', 'declined', 'expired']);
  expect(rows[0]).toMatchObject({
    number: asked.body.number,
    version: '0',
    lines: '1',
    pieces: '30',
    listPrice: '',
    total: '',
    email: alice.email,
  });
  expect(rows[1]).toMatchObject({
    order: order.body.number,
    lines: '2',
    pieces: '8',
    listPrice: '130.00',
    goods: '101.50',
    freight: '7.25',
    tax: '0.00',
    total: '108.75',
    currency: 'USD',
  });
  expect(rows[2]).toMatchObject({ version: '2', total: '28.50', validUntil: '2999-01-31', order: '', reason: "'=1+1" });
  expect(await sheet('?to=2001-01-01')).toEqual([]);
  const xlsx = await shop.call('GET', '/export/quotes?format=xlsx', { as: sally.token });
  expect([xlsx.status, xlsx.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  for (const { token } of [alice, await shop.person('Ben', 'bookkeeper'), await shop.person('Wes', 'warehouse')])
    expect((await shop.call('GET', '/export/quotes', { as: token })).status).toBe(403);
});
