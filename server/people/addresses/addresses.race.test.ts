import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Address } from '#contract/people/addresses.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';

let shops: TestShop[];
let turn = 0;

beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

/** Every second call goes to the other process. */
const call = (as: string, method: string, path = '', body?: object) =>
  persistently(() => shops[turn++ % 2]!.call(method, `/my-address${path}`, { as, ...(body ? { body } : {}) }));
const works = {
  name: 'Works',
  street: '1 Dock Road',
  town: 'Chattogram',
  country: 'BD',
  phone: '555',
  isDefault: true,
};
const bookOf = async (as: string) => (await (await call(as, 'GET')).json()) as Address[];

it('of addresses that are made the default at once, changed and removed meanwhile, one is it', async () => {
  const { token } = await shops[0]!.person('Keeper');
  for (let round = 0; round < 5; round++) {
    const before = await bookOf(token);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => call(token, 'POST', '', works)),
      ...before.map(({ _id }, index) =>
        index % 2 === 0 ? call(token, 'DELETE', `/${_id}`) : call(token, 'PUT', `/${_id}`, works),
      ),
    ]);
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect((await bookOf(token)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  }
});

it('a book that is nearly full takes a hundred addresses, however many come at once', async () => {
  const { token } = await shops[0]!.person('Filler');
  const add = (count: number) => Promise.all(Array.from({ length: count }, () => call(token, 'POST', '', works)));
  // A few at a time until it is nearly full: each waits for those before, and who waits for long is sent away.
  for (let round = 0; round < 6; round++) expect((await add(15)).every(({ status }) => status === 201)).toBe(true);
  const statuses = (await add(30)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(new Set(statuses).size).toBe(2);
  expect(await bookOf(token)).toHaveLength(100);
});
