import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

it('the warehouse says where a tool lies, which is kept until it is removed, and written down', async () => {
  const [wanda, bob, ada] = await Promise.all([
    shop.person('Wanda', 'warehouse'),
    shop.person('Bob', 'bookkeeper'),
    shop.person('Ada', 'admin'),
  ]);
  const { _id } = await shop.tool({ name: 'Tap' });
  const path = `/tool/${_id}/bin`;
  const put = (as: string, bin: unknown) => shop.call('PUT', path, { as, body: { bin } });
  const get = async (as: string) => (await shop.call('GET', path, { as })).json();
  expect(await get(bob.token)).toEqual({ bin: null });
  expect(await (await put(wanda.token, ' R12-04 <b> ')).json()).toEqual({ bin: 'R12-04 <b>' });
  expect(await get(bob.token)).toEqual({ bin: 'R12-04 <b>' });
  expect((await put(bob.token, 'X')).status).toBe(403);
  for (const bin of ['', ' ', 'x'.repeat(41), 7, undefined]) expect((await put(wanda.token, bin)).status).toBe(400);
  expect((await shop.call('PUT', '/tool/none/bin', { as: wanda.token, body: { bin: 'X' } })).status).toBe(404);
  expect(await (await put(wanda.token, null)).json()).toEqual({ bin: null });
  const entries = (await (
    await shop.call('GET', '/audit?what=tool.bin-changed', { as: ada.token })
  ).json()) as object[];
  expect(entries).toMatchObject([{ details: { bin: null } }, { details: { name: 'Tap', bin: 'R12-04 <b>' } }]);
});
