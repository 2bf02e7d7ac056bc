import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Basket } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { BankImport } from '#contract/money/bank-imports.ts';
import type { MyData } from '#contract/people/my-data.ts';
import { generatedTool } from '#content/catalogue.ts';
import { openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { observedDatabase, type Statement } from '#server/engine/db/statements-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { addTools } from '#server/shop/seed/seed-tools.ts';

/*
 * Who asks for much: no statement is about all of it, since PGlite answers nobody else meanwhile, and no transaction has a statement for
 * each row (npm run prove -- standstill).
 */

const MANY = 600;
let observed: Awaited<ReturnType<typeof observedDatabase>>;
let shop: TestShop;
let alice: Person;
let tools: { id: string; sku: string; quantity: number }[];
beforeAll(async () => {
  observed = await observedDatabase();
  shop = await openTestShop(observed.database);
  alice = await shop.person('Alice');
  const made = Array.from({ length: MANY }, (_, index) => ({ ...generatedTool(index), availableQuantity: 1_000_000 }));
  await addTools(observed.database.raw, made);
  tools = await observed.database.raw(
    `select id, sku, (ceil(min_order_quantity::float8 / quantity_step) * quantity_step)::int as quantity
     from tools where sku like 'GEN-%' order by price_cents, id`,
  );
});
afterAll(async () => {
  await shop.close();
  observed.stop();
});

const lines = () => tools.map(({ id, quantity }) => ({ toolId: id, quantity }));
const told = async <T>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
};
const call = async <T>(method: string, path: string, body?: object) =>
  told<T>(await shop.call(method, path, { as: alice.token, ...(body ? { body } : {}) }));
/** What is asked of the database while something is done, and what that came to. */
async function asked<T>(work: () => Promise<T>): Promise<[T, Statement[]]> {
  observed.statements();
  const answer = await work();
  return [answer, observed.statements()];
}
const stock = async () =>
  (await observed.database.raw<{ sum: number }>('select sum(available_quantity)::float8 as sum from tools'))[0]!.sum;

it('writes an order of many lines some at a time, and all of it', async () => {
  await call('PUT', '/my-basket', { lines: lines() });
  const before = await stock();
  const order = { name: 'x', address: '1 Dock Road', phone: '5', lines: lines(), emptyBasket: true };
  const [placed, statements] = await asked(() => call<Order>('POST', '/order', order));
  expect(statements.filter(([sql]) => sql.includes('insert into order_lines'))).toHaveLength(3);
  const kept = await call<Order>('GET', `/order/${placed._id}`);
  for (const { lines: each } of [placed, kept])
    expect(each.map(({ toolId, quantity }) => ({ toolId, quantity }))).toEqual(lines());
  expect(before - (await stock())).toBe(tools.reduce((sum, { quantity }) => sum + quantity, 0));
  expect((await call<Basket>('GET', '/my-basket')).lines).toEqual([]);
});

it("keeps a company's numbers for many tools with few statements", async () => {
  const { _id } = await openCompany(shop, alice);
  const text = tools.map(({ sku }) => `${sku}\tOUR-${sku}`).join('\n');
  await shop.atRest();
  const [{ rows }, statements] = await asked(() =>
    call<{ rows: { problem: string | null }[] }>('POST', `/company/${_id}/part-numbers`, { text }),
  );
  expect(rows.filter(({ problem }) => problem === null)).toHaveLength(MANY);
  expect(await call<object[]>('GET', `/company/${_id}/part-numbers`)).toHaveLength(MANY);
  // What follows the news meanwhile is counted, too; one statement a number was thousands.
  expect(statements.length).toBeLessThan(100);
});

it('says what it keeps about somebody some orders and lists at a time', async () => {
  const some = lines().slice(0, 2);
  for (let index = 0; index < 9; index++) {
    await call('POST', '/my-list', { name: `List ${index}`, lines: some });
    await call('POST', '/order', { name: 'x', address: '1 Dock Road', phone: '5', lines: some });
  }
  const [data, statements] = await asked(() => call<MyData>('GET', `/user/${alice.email}/data`));
  expect(data.lists.map(({ name }) => name)).toEqual(Array.from({ length: 9 }, (_, index) => `List ${index}`));
  for (const list of data.lists) expect(list.lines).toHaveLength(2);
  expect(data.orders).toHaveLength(10);
  expect(statements.filter(([sql]) => sql.includes('named_list_lines'))).toHaveLength(3);
  expect(statements.filter(([sql]) => sql.includes('order_lines'))).toHaveLength(3);
});

it("writes what a bank's file says in portions, and all of it", async () => {
  const ada = await shop.person('Ada', 'admin');
  const file = ['Date,Amount,Payer,Reference', ...tools.map((_, at) => `2026-11-02,${at + 1}.50,Payer ${at},R ${at}`)];
  const headers = { authorization: `Bearer ${ada.token}`, origin: 'http://shop.test' };
  const request = new Request('http://shop.test/import/bank?name=bank', {
    method: 'POST',
    headers,
    body: file.join('\n'),
  });
  const [read, statements] = await asked(async () => told<BankImport>(await shop.app.fetch(request)));
  expect(read.rows.map(({ amount, payer, reference }) => ({ amount, payer, reference }))).toEqual(
    tools.map((_, at) => ({ amount: at + 1.5, payer: `Payer ${at}`, reference: `R ${at}` })),
  );
  expect(statements.filter(([sql]) => sql.includes('insert into bank_lines'))).toHaveLength(3);
});

it('reads the tools of a feed a hundred at a time', async () => {
  const [feed, statements] = await asked(async () => (await shop.app.fetch(ask('/feeds/google.xml'))).text());
  expect(feed.match(/<item>/g)!.length).toBeGreaterThanOrEqual(MANY);
  expect(Math.max(...statements.map(([, rows]) => rows))).toBe(100);
});

it('lets others have a turn between the calls that it describes', async () => {
  const done = new AbortController();
  let turns = 0;
  const others = (async () => {
    for (; !done.signal.aborted; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  expect((await shop.app.fetch(ask('/docs'))).status).toBe(200);
  done.abort();
  await others;
  // One for each while it is described, and one for each path while it is written.
  expect(turns).toBeGreaterThan(Object.keys(routes).length + 100);
});

const ask = (path: string) => new Request(`http://shop.test${path}`);
