import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from 'pg';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let url: string;
/** Two processes of one shop, with the limits of a shop that is open. */
let shops: TestShop[];
beforeAll(async () => {
  url = await freshPostgres();
  const open = async () => openTestShop(await openDatabase({ url }), { RATE_LIMITS: 'on' });
  shops = [await open(), await open()];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

/** How many of so many calls at once, given to the processes in turn, came with each status. */
async function tally(count: number, call: (shop: TestShop) => Promise<Response>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(shops[index % 2]!)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.filter(({ headers }) => !(Number(headers.get('retry-after')) > 0))).toEqual([]);
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('one customer posts five reviews a minute, in all processes together (attacks T71)', async () => {
  const alice = await shops[0]!.person('Alice');
  const bob = await shops[0]!.person('Bob');
  const body = { review: 'Good.', rating: 5 };
  const post = (as: string) => (shop: TestShop) => shop.call('POST', '/review', { as, body });
  expect(await tally(12, post(alice.token))).toEqual({ 201: 5, 429: 7 });
  expect(await tally(1, post(bob.token))).toEqual({ 201: 1 });
});

it('one customer places twenty orders a minute, in all processes together (attacks T71)', async () => {
  const carol = await shops[0]!.person('Carol');
  const tool = await shops[0]!.tool({ name: 'Rushed', availableQuantity: 1_000 });
  const body = { name: 'Carol', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 1 };
  for (let orders = 0; orders < 20; orders++) {
    const made = await shops[orders % 2]!.call('POST', '/order', { as: carol.token, body });
    const { _id } = (await made.json()) as { _id: string };
    // Open ones have a limit of their own.
    await shops[0]!.call('DELETE', `/order/${_id}`, { as: carol.token });
  }
  expect(await tally(6, (shop) => shop.call('POST', '/order', { as: carol.token, body }))).toEqual({ 429: 6 });
});

it('orders that wait for a lock are given up while it is still held, and reading goes on meanwhile (attacks T102)', async () => {
  const dora = await shops[0]!.person('Dora');
  const tool = await shops[0]!.tool({ name: 'Locked' });
  const body = { name: 'Dora', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 1 };
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from tools where id = $1 for update', [tool._id]);
    const waiting = Promise.all(
      Array.from({ length: 8 }, () => shops[0]!.call('POST', '/order', { as: dora.token, body })),
    );
    for (let reads = 0; reads < 5; reads++) {
      expect((await shops[0]!.call('GET', `/tool?q=Locked&limit=${1 + reads}`)).status).toBe(200);
    }
    for (const answer of await waiting) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBeTruthy();
    }
    await holder.query('rollback');
  } finally {
    await holder.end();
  }
  expect((await shops[0]!.call('POST', '/order', { as: dora.token, body })).status).toBe(201);
}, 40_000);

it('sixty orders that wait for a lock leave connections for who reads (attacks T102)', async () => {
  const shop = await openTestShop(await openDatabase({ url }));
  const tools = await Promise.all(['Held one', 'Held two'].map((name) => shop.tool({ name })));
  const held = tools.map(({ _id: toolId }) => ({ toolId, quantity: 1 }));
  const people = await Promise.all(Array.from({ length: 6 }, (_, number) => shop.person(`Eve ${number}`)));
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from tools where id = any($1) for update', [tools.map(({ _id }) => _id)]);
    // Half of them are of one tool, a statement by itself; half of two, a transaction.
    const waiting = Promise.all(
      Array.from({ length: 60 }, (_, number) => {
        const address = { name: 'Eve', address: '1 Dock Road', phone: '555' };
        const body = number % 2 === 0 ? { ...address, ...held[0] } : { ...address, lines: held };
        return shop.call('POST', '/order', { as: people[number % 6]!.token, body });
      }),
    );
    const over = new AbortController();
    void waiting.finally(() => over.abort());
    const statuses = new Set<number>();
    let reads = 0;
    // Anew until the last of them is given up; no answer is one that was kept.
    for (; !over.signal.aborted; reads++) {
      statuses.add((await shop.call('GET', `/tool?q=Held+${reads}`)).status);
      statuses.add((await shop.call('GET', '/my-basket', { as: people[0]!.token })).status);
    }
    expect([...statuses]).toEqual([200]);
    expect(reads).toBeGreaterThan(1);
    for (const answer of await waiting) expect(answer.status).toBe(503);
    await holder.query('rollback');
  } finally {
    await holder.end();
    await shop.close();
  }
}, 60_000);
