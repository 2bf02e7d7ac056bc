import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DryRun, Import } from '#contract/catalogue/imports.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { createImportRunner } from './run-import.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let sam: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  sam = await shop.person('Sam', 'sales');
});
afterAll(() => shop.close());

const dryRun = async (body: string) => {
  const headers = { authorization: `Bearer ${sam.token}` };
  const answer = await shop.app.fetch(new Request('http://shop.test/import/tools', { method: 'POST', headers, body }));
  expect(answer.status).toBe(201);
  return (await answer.json()) as DryRun;
};
const commit = ({ _id }: DryRun) => shop.call('POST', `/import/${_id}/commit`, { as: sam.token });
const undo = ({ _id }: DryRun) => shop.call('POST', `/import/${_id}/undo`, { as: sam.token });

/** The longest tests of their kind: several imports each, which on a busy machine take ten times as long. */
const HANGS_MS = 240_000;

describe('a large import', { timeout: HANGS_MS }, () => {
  const rows = 1_100;
  const read = async (id: string) =>
    (await (await shop.call('GET', `/import/${id}`, { as: sam.token })).json()) as Import;
  const until = async (id: string, step: Import['step'] | Import['state']) => {
    await expect
      .poll(async () => [(await read(id)).step, (await read(id)).state], { timeout: HANGS_MS / 2 })
      .toContain(step);
    return read(id);
  };
  const large = (price: number, prefix: string) =>
    `sku,name,price,availableQuantity,minOrderQuantity,description,image\n${Array.from(
      { length: rows },
      (_, index) => `${prefix}-${index},Bulk ${prefix} ${index},${price},5,1,Many.,/pictures/hammer-640.webp`,
    ).join('\n')}`;

  it('goes on beside the calls, all or nothing, and is put back', async () => {
    const found = await dryRun(large(5, 'A'));
    expect(found).toMatchObject({ created: rows, errorCount: 0 });
    expect(found.rows).toHaveLength(100);
    expect((await commit(found)).status).toBe(202);
    expect(await until(found._id, 'committed')).toMatchObject({ state: 'done', done: rows, rows });
    const dearer = await dryRun(large(6, 'A'));
    expect(dearer).toMatchObject({ created: 0, changed: rows });
    // Somebody changes one of the rows.
    const last = `A-${rows - 1}`;
    await shop.parts.database.raw('update tools set price_cents = 777 where sku = $1', [last]);
    await commit(dearer);
    expect(await until(dearer._id, 'failed')).toMatchObject({
      step: 'checked',
      problem: { code: 'STALE_IMPORT', issues: [{ row: rows + 1, column: 'price' }] },
    });
    // The last row cannot be written, after all others were.
    const fails = await dryRun(large(7, 'A'));
    await shop.parts.database.raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await shop.parts.database.raw(
      `create trigger refuses before update on tools for each row when (old.sku = '${last}') execute function refuse()`,
    );
    await commit(fails);
    expect(await until(fails._id, 'failed')).toMatchObject({
      step: 'undone',
      problem: { code: 'INTERNAL_ERROR' },
    });
    await shop.parts.database.raw('drop trigger refuses on tools');
    const [prices] = await shop.parts.database.raw(
      `select count(*) filter (where price_cents = 500)::int as before, count(*) filter (where price_cents in (600, 700))::int as after
       from tools where sku like 'A-%' and removed_at is null`,
    );
    expect(prices).toEqual({ before: rows - 1, after: 0 });
    expect((await undo(found)).status).toBe(202);
    expect((await until(found._id, 'undone')).kept).toHaveLength(1);
  });

  const tools = async (prefix: string) =>
    (
      await shop.parts.database.raw<{ count: number; pieces: number }>(
        `select count(*)::int, coalesce(sum(available_quantity), 0)::int as pieces from tools where sku like $1 and removed_at is null`,
        [`${prefix}-%`],
      )
    )[0];

  it('of new tools and changed ones is taken back whole where one of them cannot be written', async () => {
    await shop.tool({ name: 'Bulk D last', sku: 'D-last', price: 1 });
    const body = `${large(5, 'D')}\nD-last,Bulk D last,9,5,1,Many.,/pictures/hammer-640.webp`;
    const found = await dryRun(body);
    expect(found).toMatchObject({ created: rows, changed: 1 });
    const { database } = shop.parts;
    // The last new tool cannot be written, after all others were.
    await database.raw(
      `create function takes() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await database.raw(
      `create trigger takes before insert on tools for each row when (new.sku = 'D-${rows - 1}') execute function takes()`,
    );
    await commit(found);
    await until(found._id, 'failed');
    await database.raw('drop trigger takes on tools');
    expect(await tools('D')).toMatchObject({ count: 1 });
    expect(
      await database.raw(`select price_cents as cents from tools where sku = 'D-last' and removed_at is null`),
    ).toEqual([{ cents: 100 }]);
    const again = await dryRun(body);
    expect(again).toMatchObject({ created: rows, changed: 1 });
    expect((await commit(again)).status).toBe(202);
    await until(again._id, 'committed');
    expect(await tools('D')).toEqual({ count: rows + 1, pieces: 5 * (rows + 1) });
    expect((await undo(again)).status).toBe(202);
    expect((await until(again._id, 'undone')).kept).toEqual([]);
    expect(await tools('D')).toMatchObject({ count: 1 });
  });

  it.each([
    ['adds', 5],
    ['changes', 6],
  ])(
    'that %s tools is gone on with by the next process where one is stopped in its middle, and tells meanwhile how far it is',
    async (_what, price) => {
      const found = await dryRun(large(price, 'C'));
      const { database, changes, log } = shop.parts;
      await database.raw(`update imports set step = 'committing' where id = $1`, [found._id]);
      const runner = createImportRunner({ database, changes, log });
      const running = runner.run(found._id);
      await expect
        .poll(async () => (await read(found._id)).done, { timeout: HANGS_MS / 2, interval: 5 })
        .toBeGreaterThan(0);
      await runner.stop();
      await running;
      await shop.parts.imports.resume();
      expect(await until(found._id, 'committed')).toMatchObject({ done: rows });
      expect(await tools('C')).toEqual({ count: rows, pieces: 5 * rows });
      const prices = await database.raw(
        `select price_cents as cents, count(*)::int from tools where sku like 'C-%' and removed_at is null group by 1`,
      );
      expect(prices).toEqual([{ cents: price * 100, count: rows }]);
    },
  );

  /** As if a process had begun it, and had until then to show that it lives. */
  const heldUntil = (id: string, time: string) =>
    shop.parts.database.raw(
      `update imports set step = 'committing', runner = 'gone', lease_until = now() + interval '${time}' where id = $1`,
      [id],
    );

  it.each([
    ['was killed', '-1 second'],
    ['had a clock that ran ahead', '1 day'],
  ])('is gone on with where its process %s, and where the next one is killed as well', async (what, time) => {
    const found = await dryRun(large(5, what.slice(0, 1).toUpperCase()));
    const { database, changes, log } = shop.parts;
    await heldUntil(found._id, time);
    const killed = createImportRunner({ database, changes, log });
    const running = killed.run(found._id);
    await expect
      .poll(async () => (await read(found._id)).done, { timeout: HANGS_MS / 2, interval: 5 })
      .toBeGreaterThan(0);
    await killed.stop();
    await running;
    await heldUntil(found._id, time);
    await shop.parts.imports.resume();
    expect(await until(found._id, 'committed')).toMatchObject({ done: rows });
  });

  it('is left to the process that is at it', async () => {
    const found = await dryRun(large(5, 'L'));
    await heldUntil(found._id, '15 seconds');
    await shop.parts.imports.run(found._id);
    expect(await read(found._id)).toMatchObject({ step: 'committing', done: 0 });
    await heldUntil(found._id, '-1 second');
    await shop.parts.imports.resume();
    expect(await until(found._id, 'committed')).toMatchObject({ done: rows });
  });
});
