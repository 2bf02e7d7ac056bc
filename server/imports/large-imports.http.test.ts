import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DryRun, Import } from '#contract/imports.ts';
import { freshDatabase } from '#server/db/database-for-tests.ts';
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

describe('a large import', () => {
  const rows = 1_500;
  const until = async (id: string, step: string) => {
    await expect
      .poll(async () => ((await (await shop.call('GET', `/import/${id}`, { as: sam.token })).json()) as Import).step, {
        timeout: 50_000,
      })
      .toBe(step);
    return (await (await shop.call('GET', `/import/${id}`, { as: sam.token })).json()) as Import;
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
    expect(await until(dearer._id, 'checked')).toMatchObject({
      state: 'failed',
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
    expect(await until(fails._id, 'checked')).toMatchObject({ state: 'failed', problem: { code: 'INTERNAL_ERROR' } });
    await shop.parts.database.raw('drop trigger refuses on tools');
    const [prices] = await shop.parts.database.raw(
      `select count(*) filter (where price_cents = 500)::int as before, count(*) filter (where price_cents in (600, 700))::int as after
       from tools where sku like 'A-%' and removed_at is null`,
    );
    expect(prices).toEqual({ before: rows - 1, after: 0 });
    expect((await undo(found)).status).toBe(202);
    expect((await until(found._id, 'undone')).kept).toHaveLength(1);
  });

  it('is gone on with where its process ended', async () => {
    const found = await dryRun(large(5, 'B'));
    await shop.parts.database.raw(
      `update imports set step = 'committing', runner = 'gone', lease_until = now() - interval '1 second' where id = $1`,
      [found._id],
    );
    await shop.parts.imports.resume.run(new AbortController().signal);
    expect(await until(found._id, 'committed')).toMatchObject({ done: rows });
  });
});
