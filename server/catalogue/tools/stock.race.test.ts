import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { StockEntry } from '#contract/catalogue/stock-changes.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';

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
const left = async (tool: Tool) => ((await (await call('GET', `/tool/${tool._id}`)).json()) as Tool).availableQuantity;

it('counts from two processes while orders come and go: every difference counts once, none below nothing', async () => {
  const wes = await shops[0]!.person('Wes', 'warehouse');
  const buyers = await Promise.all(Array.from({ length: 10 }, (_, index) => shops[0]!.person(`Counter${index}`)));
  const tool = await shops[0]!.tool({ name: 'Counted', availableQuantity: 60 });
  let counted = 0;
  let sold = 0;
  const change = async (by: number, key: string) => {
    const once = () =>
      call('POST', `/tool/${tool._id}/stock`, {
        as: wes.token,
        body: { change: by, reason: 'Counted' },
        headers: { 'idempotency-key': key },
      });
    // Each is sent twice at once, as a hand that presses twice. A refusal holds no key: the repeat of one counts, once,
    // where pieces came back in between.
    const answers = await Promise.all([once(), once()]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const [first, ...others] = await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.json()));
    for (const other of others) expect(other).toEqual(first);
    if (first) counted += by;
  };
  const order = async (index: number) => {
    const body = { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 1 + (index % 5) };
    const as = buyers[index % buyers.length]!.token;
    const answer = await call('POST', '/order', { as, body });
    expect([201, 409]).toContain(answer.status);
    if (answer.status !== 201) return;
    const { _id } = (await answer.json()) as { _id: string };
    if (index % 3 === 0) await call('DELETE', `/order/${_id}`, { as });
    else sold += body.quantity;
  };
  await Promise.all([
    ...Array.from({ length: 40 }, (_, index) => change(index % 2 === 0 ? 7 : -9, `count-${index}`)),
    ...Array.from({ length: 40 }, (_, index) => order(index)),
  ]);
  expect(await left(tool)).toBe(60 + counted - sold);
  const [row] = await databases[0]!.raw<{ least: number; noted: number }>(
    `select min(available_quantity)::int as least, (select coalesce(sum(change), 0)::int from stock_changes
       where tool_id = $1 and kind = 'counted') as noted from tools where id = $1`,
    [tool._id],
  );
  expect(row).toMatchObject({ noted: counted });
  expect(row!.least).toBeGreaterThanOrEqual(0);
  const history = (await (
    await call('GET', `/tool/${tool._id}/stock-history?limit=1`, { as: wes.token })
  ).json()) as StockEntry[];
  expect(history[0]?.balance).toBe(await left(tool));
});
