import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { PriceList } from '#contract/catalogue/price-lists.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';
import { activate, join, openCompany, type Person } from './company-for-tests.ts';

let url: string;
let shops: TestShop[];
let shop: TestShop;
let ada: Person;
beforeAll(async () => {
  url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
  [shop] = shops as [TestShop, TestShop];
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => Promise.all(shops.map((each) => each.close())));

const persist = (method: string, path: string, as: Person, body?: object) =>
  persistently(() =>
    shops[Math.random() < 0.5 ? 0 : 1]!.call(method, path, { as: as.token, ...(body ? { body } : {}) }),
  );
const codeOf = async (answer: Response) =>
  answer.ok ? String(answer.status) : ((await answer.json()) as { code: string }).code;

async function companyOf(manager: Person, terms: object = {}): Promise<Company> {
  return activate(shop, ada, await openCompany(shop, manager), terms);
}

it('a list changed while a hundred orders are placed: each has one of the two prices, or is refused for the other', async () => {
  const made = await persist('POST', '/price-list', ada, { name: 'Races', percentOff: 10 });
  const list = (await made.json()) as PriceList;
  const manager = await shop.person('Mia');
  const company = await companyOf(manager, { priceList: list._id });
  const buyers = await Promise.all(Array.from({ length: 10 }, (_, index) => shop.person(`Racer${index}`)));
  for (const person of buyers) await join(shop, { company, manager, person, role: 'buyer' });
  const tool = await shop.tool({ name: 'Raced', price: 100, availableQuantity: 100_000 });
  const order = { name: 'x', address: 'y', phone: 'z', companyId: company._id, toolId: tool._id, quantity: 1 };
  const changes = async () => {
    for (let turn = 0; turn < 10; turn++)
      await persist('PUT', `/price-list/${list._id}`, ada, { name: 'Races', percentOff: turn % 2 === 0 ? 20 : 10 });
  };
  const [answers] = await Promise.all([
    Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        persist('POST', '/order', buyers[index % 10]!, { ...order, ...(index % 2 === 0 ? { price: 90 } : {}) }),
      ),
    ),
    changes(),
  ]);
  const prices = await Promise.all(
    answers.map(async (answer) => (answer.ok ? ((await answer.json()) as Order).price : codeOf(answer))),
  );
  const asked = prices.filter((_, index) => index % 2 === 0);
  expect(new Set([90, 80, ...prices.filter((_, index) => index % 2 === 1)])).toEqual(new Set([90, 80]));
  expect(new Set([90, 'PRICE_MISMATCH', ...asked])).toEqual(new Set([90, 'PRICE_MISMATCH']));
});

it('whoever is taken out while they order has ordered before, or is refused', async () => {
  const manager = await shop.person('Manager');
  const company = await companyOf(manager);
  const buyer = await shop.person('Leaver');
  await join(shop, { company, manager, person: buyer, role: 'buyer' });
  const tool = await shop.tool({ name: 'Left', availableQuantity: 100_000 });
  const order = { name: 'x', address: 'y', phone: 'z', companyId: company._id, toolId: tool._id, quantity: 1 };
  const place = () => persist('POST', '/order', buyer, order).then(codeOf);
  const [gone, ...placed] = await Promise.all([
    persist('DELETE', `/company/${company._id}/member/${buyer.userId}`, manager).then(codeOf),
    ...Array.from({ length: 15 }, place),
  ]);
  expect(gone).toBe('200');
  expect(new Set(['201', 'COMPANY_NOT_FOUND', ...placed])).toEqual(new Set(['201', 'COMPANY_NOT_FOUND']));
  expect(await place()).toBe('COMPANY_NOT_FOUND');
});

it('a manager who is taken out while a change of theirs waits for the company changes nothing', async () => {
  const one = await shop.person('Stays');
  const other = await shop.person('Waits');
  const company = await companyOf(one);
  await join(shop, { company, manager: one, person: other, role: 'manager' });
  const tool = await shop.tool({ name: 'Waited for' });
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from companies where id = $1 for update', [company._id]);
    const number = { number: 'W-1' };
    const calls = [
      persist('PUT', `/company/${company._id}`, other, { name: 'Mine now', version: company.version }),
      persist('PUT', `/company/${company._id}/part-number/${tool._id}`, other, number),
      persist('POST', `/company/${company._id}/part-numbers`, other, { text: `${tool.sku ?? tool.name}\tW-2` }),
    ];
    await expect
      .poll(
        async () => {
          const { rows } = await holder.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]!.waiting;
        },
        { timeout: 20_000 },
      )
      .toBe(calls.length);
    await holder.query('delete from company_members where company_id = $1 and user_id = $2', [
      company._id,
      other.userId,
    ]);
    await holder.query('commit');
    expect(await Promise.all(calls.map((call) => call.then(codeOf)))).toEqual(calls.map(() => 'COMPANY_NOT_FOUND'));
  } finally {
    await holder.end();
  }
  const now = await persist('GET', `/company/${company._id}`, one);
  expect(await now.json()).toMatchObject({ name: company.name });
});

it('two managers who take each other out: one stays; two whose accounts go at once leave a company that waits', async () => {
  const [one, other] = [await shop.person('One'), await shop.person('Other')];
  const company = await companyOf(one);
  await join(shop, { company, manager: one, person: other, role: 'manager' });
  const at = (person: Person) => `/company/${company._id}/member/${person.userId}`;
  const codes = await Promise.all([
    persist('DELETE', at(one), other).then(codeOf),
    persist('DELETE', at(other), one).then(codeOf),
  ]);
  expect(codes.toSorted()).toEqual(['200', 'COMPANY_NOT_FOUND']);
  const [left, back] = codes[0] === '200' ? [other, one] : [one, other];
  await join(shop, { company, manager: left, person: back, role: 'manager' });
  const removed = await Promise.all([one, other].map(({ userId }) => persist('DELETE', `/user/${userId}`, ada)));
  expect(removed.map(({ status }) => status)).toEqual([200, 200]);
  const now = await persist('GET', `/company/${company._id}`, ada);
  expect(await now.json()).toMatchObject({ status: 'on-hold' });
});
