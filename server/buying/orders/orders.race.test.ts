import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';

let url: string;
let databases: Database[];
let shops: TestShop[];

beforeAll(async () => {
  url = await freshPostgres();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  shops = [await openTestShop(databases[0]!), await openTestShop(databases[1]!)];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

/** How many answers came with each status. */
const statuses = (answers: Response[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const left = async (tool: Tool) =>
  ((await (await shops[0]!.call('GET', `/tool/${tool._id}`)).json()) as Tool).availableQuantity;
const persist: TestShop['call'] = (...call) => persistently(() => shops[Math.random() < 0.5 ? 0 : 1]!.call(...call));
const body = (tool: Tool, quantity = 1) => ({
  name: 'Buyer',
  address: '1 Dock Road',
  phone: '555',
  tool: tool.name,
  toolId: tool._id,
  quantity,
});

it('500 buyers at once on a stock of 100 in two processes: exactly 100 sold, 400 refused (attacks T31)', async () => {
  const buyers = await Promise.all(Array.from({ length: 50 }, (_, index) => shops[0]!.person(`Buyer${index}`)));
  const tool = await shops[0]!.tool({ name: 'Scarce', availableQuantity: 100 });
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      persist('POST', '/order', { as: buyers[index % 50]!.token, body: body(tool) }),
    ),
  );
  expect(statuses(answers)).toEqual({ 201: 100, 409: 400 });
  expect(await left(tool)).toBe(0);
  const [sold] = await databases[0]!.raw<{ pieces: number }>(
    'select sum(quantity)::int as pieces from order_lines where tool_id = $1',
    [tool._id],
  );
  expect(sold?.pieces).toBe(100);
});

it('random quantities until all is sold add up in every snapshot (attacks T32)', async () => {
  const STOCK = 400;
  const buyers = await Promise.all(Array.from({ length: 30 }, (_, index) => shops[0]!.person(`Snapshot${index}`)));
  const tool = await shops[0]!.tool({ name: 'Summed', availableQuantity: STOCK, minOrderQuantity: 2 });
  const play = { over: false };
  const sums: number[] = [];
  const reader = (async () => {
    while (!play.over) {
      const [row] = await databases[1]!.raw<{ sum: number }>(
        `select (t.available_quantity + coalesce((select sum(l.quantity) from order_lines l join orders o on o.id = l.order_id
           where l.tool_id = t.id and o.state in ('unpaid', 'paid')), 0))::int as sum from tools t where t.id = $1`,
        [tool._id],
      );
      sums.push(row!.sum);
    }
  })();
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let round = 0; round < 10; round++) {
        const quantity = 2 + Math.floor(Math.random() * 19);
        const answer = await persist('POST', '/order', { as: buyer.token, body: body(tool, quantity) });
        expect([201, 409]).toContain(answer.status);
      }
    }),
  );
  play.over = true;
  await reader;
  expect(sums.length).toBeGreaterThan(10);
  expect(new Set(sums)).toEqual(new Set([STOCK]));
  expect(await left(tool)).toBeLessThan(20);
});

it('one key twenty times at once makes one order and twenty equal answers (attacks T33)', async () => {
  const alice = await shops[0]!.person('Alice');
  const tool = await shops[0]!.tool({ name: 'Once' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      shops[index % 2]!.call('POST', '/order', {
        as: alice.token,
        body: body(tool, 3),
        headers: { 'idempotency-key': 'one' },
      }),
    ),
  );
  expect(statuses(answers)).toEqual({ 201: 20 });
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(await left(tool)).toBe(97);
});

it('twenty deletes at once return the stock once (attacks T34)', async () => {
  const bob = await shops[0]!.person('Bob');
  const tool = await shops[0]!.tool({ name: 'Back' });
  const order = await shops[0]!.order(bob.token, tool, 7);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      shops[index % 2]!.call('DELETE', `/order/${order._id}`, { as: bob.token }),
    ),
  );
  expect(statuses(answers)).toEqual({ 200: 1, 404: 19 });
  expect(await left(tool)).toBe(100);
});

it('thirty orders at once of one customer stop at twenty open ones (attacks T38)', async () => {
  const carol = await shops[0]!.person('Carol');
  const tool = await shops[0]!.tool({ name: 'Plenty', availableQuantity: 1000 });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      shops[index % 2]!.call('POST', '/order', { as: carol.token, body: body(tool) }),
    ),
  );
  expect(statuses(answers)).toEqual({ 201: 20, 429: 10 });
  expect(await left(tool)).toBe(980);
});

it('an admin who edits the stock while a hundred orders come in loses none of them (attacks T37)', async () => {
  const admin = await shops[0]!.person('Editor', 'admin');
  const buyers = await Promise.all(Array.from({ length: 10 }, (_, index) => shops[0]!.person(`Edited${index}`)));
  const tool = await shops[0]!.tool({ name: 'Edited', availableQuantity: 1000 });
  const edits = async () => {
    let restocked = 0;
    for (let round = 0; round < 10; round++) {
      const now = (await (await shops[1]!.call('GET', `/tool/${tool._id}`)).json()) as Tool;
      const edited = { ...now, availableQuantity: now.availableQuantity + 50 };
      const answer = await persistently(() =>
        shops[1]!.call('PUT', `/tool/${tool._id}`, { as: admin.token, body: edited }),
      );
      expect([200, 409]).toContain(answer.status);
      if (answer.status === 200) restocked += 50;
    }
    return restocked;
  };
  const [restocked, ...answers] = await Promise.all([
    edits(),
    ...Array.from({ length: 100 }, (_, index) =>
      persist('POST', '/order', { as: buyers[index % 10]!.token, body: body(tool) }),
    ),
  ]);
  expect(statuses(answers)).toEqual({ 201: 100 });
  expect(await left(tool)).toBe(1000 + restocked - 100);
});

it('200 buyers at once with 1 to 50 overlapping lines on scarce stock: each gets all of it or nothing, and nobody deadlocks', async () => {
  const [TOOLS, STOCK, BUYERS] = [60, 40, 200];
  const admin = await shops[0]!.person('Releaser', 'admin');
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, index) => shops[0]!.person(`Crowd${index}`)));
  const tools: Tool[] = [];
  for (let index = 0; index < TOOLS; index++) {
    tools.push(await shops[0]!.tool({ name: `Crowded ${index}`, availableQuantity: STOCK }));
  }
  const [before] = await deadlocks();
  const chance = (below: number) => Math.floor(Math.random() * below);
  const refused: { code: string | undefined; namesLines: boolean }[] = [];
  const placed: { id: string; token: string; pieces: number }[] = [];
  await Promise.all(
    buyers.map(async ({ token }, index) => {
      // In an order of their own, so that locks taken as they come would meet in circles.
      const mixed = tools.map((tool) => ({ tool, at: Math.random() })).toSorted((one, other) => one.at - other.at);
      const lines = mixed.slice(0, 1 + chance(50)).map(({ tool }) => ({ toolId: tool._id, quantity: 1 + chance(3) }));
      const body = { name: 'Buyer', address: '1 Dock Road', phone: '555', lines };
      const answer = await persist('POST', '/order', { as: token, body });
      const made = (await answer.json()) as { _id: string; quantity: number; code?: string; issues?: unknown[] };
      if (answer.status === 201) {
        placed.push({ id: made._id, token, pieces: made.quantity });
        // A third goes back at once, some by their buyers and some by staff.
        if (index % 6 === 0) await persist('DELETE', `/order/${made._id}`, { as: token });
        if (index % 6 === 3) await persist('POST', `/order/${made._id}/cancel`, { as: admin.token });
      } else {
        refused.push({ code: made.code, namesLines: (made.issues?.length ?? 0) > 0 });
      }
    }),
  );
  expect(placed.length).toBeGreaterThan(0);
  expect(refused).toEqual(refused.map(() => ({ code: 'OUT_OF_STOCK', namesLines: true })));
  expect(placed.length + refused.length).toBe(BUYERS);
  const [wrong] = await databases[0]!.raw<{ tools: number; orders: number }>(
    `select (select count(*)::int from tools t where t.id = any($1) and ${STOCK} <> t.available_quantity + coalesce((
         select sum(l.quantity) from order_lines l join orders o on o.id = l.order_id
         where l.tool_id = t.id and o.state in ('unpaid', 'paid')), 0)) as tools,
       (select count(*)::int from orders o where o.id = any($2) and (o.line_count, o.pieces) <> (
         select count(*), sum(l.quantity) from order_lines l where l.order_id = o.id)) as orders`,
    [tools.map(({ _id }) => _id), placed.map(({ id }) => id)],
  );
  expect(wrong).toEqual({ tools: 0, orders: 0 });
  expect(await deadlocks()).toEqual([before]);
});

/** How many deadlocks the server has seen in this file's database. */
async function deadlocks() {
  return databases[0]!.raw<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  );
}

it('one key twenty times at once for an order of many lines makes one order (attacks T33)', async () => {
  const dora = await shops[0]!.person('DoraLines');
  const tools = await Promise.all(Array.from({ length: 10 }, (_, index) => shops[0]!.tool({ name: `Key ${index}` })));
  const lines = tools.map(({ _id }) => ({ toolId: _id, quantity: 3 }));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      shops[index % 2]!.call('POST', '/order', {
        as: dora.token,
        body: { name: 'Dora', address: '1 Dock Road', phone: '555', lines },
        headers: { 'idempotency-key': 'lines' },
      }),
    ),
  );
  expect(statuses(answers)).toEqual({ 201: 20 });
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  for (const tool of tools) expect(await left(tool)).toBe(97);
});
