import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun, Import } from '#contract/catalogue/imports.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';

const ROWS = 1_200;
let databases: Database[];
let shops: TestShop[];
let sam: Awaited<ReturnType<TestShop['person']>>;

beforeAll(async () => {
  const url = await freshPostgres();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  shops = [await openTestShop(databases[0]!), await openTestShop(databases[1]!)];
  sam = await shops[0]!.person('Sam', 'sales');
  const added = await dryRun(
    sheet(500, 'sku,name,price,availableQuantity,minOrderQuantity,description,image', 'Bulk tool'),
  );
  await commit(0, added);
  await shops[0]!.parts.imports.run(added._id);
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

/** A sheet of the tools, each at so many cents. */
function sheet(cents: number, headings = 'sku,price', name?: string): string {
  const more = (at: number) => (name === undefined ? '' : `${name} ${at},`);
  const rest = name === undefined ? '' : ',1000,1,Many.,/pictures/hook-640.webp';
  return [headings, ...Array.from({ length: ROWS }, (_, at) => `R-${at},${more(at)}${cents / 100}${rest}`)].join('\n');
}

async function dryRun(body: string): Promise<DryRun> {
  const answer = await shops[0]!.app.fetch(
    new Request('http://shop.test/import/tools', {
      method: 'POST',
      headers: { authorization: `Bearer ${sam.token}` },
      body,
    }),
  );
  expect(answer.status).toBe(201);
  const found = (await answer.json()) as DryRun;
  expect(found.errors).toEqual([]);
  return found;
}
const commit = (shop: number, { _id }: DryRun) => shops[shop]!.call('POST', `/import/${_id}/commit`, { as: sam.token });
const ended = async ({ _id }: DryRun): Promise<Import> => {
  const get = async () => (await (await shops[0]!.call('GET', `/import/${_id}`, { as: sam.token })).json()) as Import;
  await expect.poll(async () => (await get()).state, { timeout: 50_000 }).not.toBe('running');
  return get();
};
const pricesSeen = async () =>
  (
    await databases[1]!.raw<{ cents: number }>(
      `select distinct price_cents as cents from tools where sku like 'R-%' and removed_at is null`,
    )
  ).map(({ cents }) => cents);

it('two imports of the same tools at once in two processes: one is written whole, the other is stale and leaves nothing', async () => {
  const [one, other] = [await dryRun(sheet(600)), await dryRun(sheet(700))];
  await Promise.all([commit(0, one), commit(1, other)]);
  const ends = [await ended(one), await ended(other)];
  expect(ends.map(({ step }) => step).toSorted()).toEqual(['checked', 'committed']);
  expect(ends.find(({ step }) => step === 'checked')?.problem).toMatchObject({ code: 'STALE_IMPORT' });
  const last = ends[0]!.step === 'committed' ? 600 : 700;
  expect(await pricesSeen()).toEqual([last]);
  const written = ends[0]!.step === 'committed' ? one : other;
  await shops[1]!.call('POST', `/import/${written._id}/undo`, { as: sam.token });
  expect((await ended(written)).kept).toEqual([]);
  expect(await pricesSeen()).toEqual([500]);
});

it('orders while an import counts the same tools: all are placed, and no piece is lost or found', async () => {
  const buyers = await Promise.all(Array.from({ length: 4 }, (_, at) => shops[0]!.person(`Buyer${at}`)));
  const tools = await databases[0]!.raw<{ _id: string; name: string }>(
    `select id as _id, name from tools where sku like 'R-%' and removed_at is null order by id`,
  );
  const counts = `sku,availableQuantity\n${Array.from({ length: ROWS }, (_, at) => `R-${at},900`).join('\n')}`;
  const found = await dryRun(counts);
  expect(found.changed).toBe(ROWS);
  const committing = commit(0, found);
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_, at) => {
      const lines = [0, 400, 800].map((from) => ({ toolId: tools[(from + at * 5) % ROWS]!._id, quantity: 2 }));
      const body = { name: 'Buyer', address: '1 Dock Road', phone: '555', lines };
      const as = buyers[at % 4]!.token;
      return (await persistently(() => shops[at % 2]!.call('POST', '/order', { as, body }))).status;
    }),
  );
  await committing;
  expect((await ended(found)).step).toBe('committed');
  expect(answers.every((status) => status === 201)).toBe(true);
  const [sums] = await databases[0]!.raw<{ there: number; sold: number }>(
    `select sum(available_quantity)::int as there, (select sum(quantity)::int from order_lines) as sold
     from tools where sku like 'R-%' and removed_at is null`,
  );
  expect(sums).toEqual({ there: ROWS * 900 - 480, sold: 480 });
});

it.each([
  ['prices', 'Clerk', (at: number) => `Bulk tool ${at}`],
  ['prices and every third name', 'Trader', (at: number) => `Bulk tool ${at}${at % 3 === 0 ? ' renamed' : ''}`],
])('orders while an import changes %s: each is placed at one of both prices', async (_, buyer, nameOf) => {
  const [before] = await pricesSeen();
  const deadlocks = async () =>
    (
      await databases[0]!.raw<{ deadlocks: number }>(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      )
    )[0]!.deadlocks;
  const earlier = await deadlocks();
  const buyers = await Promise.all(Array.from({ length: 4 }, (_each, at) => shops[0]!.person(`${buyer}${at}`)));
  const tools = await databases[0]!.raw<{ _id: string }>(
    `select id as _id from tools where sku like 'R-%' and removed_at is null order by id`,
  );
  const after = before! + 25;
  const rows = Array.from({ length: ROWS }, (_each, at) => `R-${at},${nameOf(at)},${after / 100}`);
  const found = await dryRun(['sku,name,price', ...rows].join('\n'));
  const committing = commit(1, found);
  const answers = await Promise.all(
    Array.from({ length: 72 }, async (_each, at) => {
      // In the order of the ids, against it, and one tool alone.
      const froms = [[0, 400, 800], [800, 400, 0], [600]][at % 3]!;
      const lines = froms.map((from) => ({ toolId: tools[(from + at * 7) % ROWS]!._id, quantity: 2 }));
      const body = { name: buyer, address: '1 Dock Road', phone: '555', lines };
      const as = buyers[at % 4]!.token;
      const answer = await persistently(() => shops[at % 2]!.call('POST', '/order', { as, body }));
      return { status: answer.status, order: (await answer.json()) as { lines: { unitPrice: number }[] } };
    }),
  );
  await committing;
  expect(await ended(found)).toMatchObject({ step: 'committed' });
  expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
  const paid = new Set(answers.flatMap(({ order }) => order.lines.map(({ unitPrice }) => Math.round(unitPrice * 100))));
  expect([...paid].filter((cents) => cents !== before && cents !== after)).toEqual([]);
  expect(await pricesSeen()).toEqual([after]);
  expect((await shops[0]!.call('POST', `/import/${found._id}/undo`, { as: sam.token })).status).toBe(202);
  expect(await ended(found)).toMatchObject({ step: 'undone', kept: [] });
  expect(await pricesSeen()).toEqual([before]);
  expect(await deadlocks()).toBe(earlier);
});

it('an edit while an import runs: either the import finds it and leaves nothing, or the edit finds the import', async () => {
  const found = await dryRun(sheet(800));
  const [row] = await databases[0]!.raw<{ id: string }>(
    `select id from tools where sku = 'R-700' and removed_at is null`,
  );
  const path = `/tool/${row!.id}`;
  const { _id: _, ...tool } = (await (await shops[1]!.call('GET', path)).json()) as Record<string, unknown>;
  const [, edited] = await Promise.all([
    commit(0, found),
    shops[1]!.call('PUT', path, { as: sam.token, body: { ...tool, price: 9.99 } }),
  ]);
  const { step } = await ended(found);
  const prices = await pricesSeen();
  expect([step, edited.status, ...prices.toSorted()]).toBeOneOf([
    ['committed', 409, 800],
    ['checked', 200, 500, 999],
    // Where other portions were written before it was found.
    ['undone', 200, 500, 999],
  ]);
});
