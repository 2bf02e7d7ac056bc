import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun } from '#contract/catalogue/imports.ts';
import { observedDatabase } from '#server/engine/db/statements-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** What a small import may cost, with looking up who asks for it. */
const MOST = 10;

/** What no part stops: who looks for work now and then. */
const BESIDE = /webhook_deliveries d\b|sandbox_stripe\.deliveries/;

let observed: Awaited<ReturnType<typeof observedDatabase>>;
let shop: TestShop;
beforeAll(async () => {
  observed = await observedDatabase();
  shop = await openTestShop(observed.database);
  // What runs beside the calls would ask the database in between.
  const { payments, mail, changes } = shop.parts;
  await Promise.all([payments.stop(), mail.stop(), shop.news.stop(), changes.told()]);
});
afterAll(async () => {
  observed.stop();
  await shop.close();
});

it.each([
  ['prices', 'price', (at: number) => at + 10],
  ['stocks', 'availableQuantity', (at: number) => at + 200],
])('three changed %s are written, and put back, by at most ten statements each', async (_what, column, value) => {
  const sam = await shop.person(`Sam-${column}`, 'sales');
  const tools = await Promise.all([1, 2, 3].map((at) => shop.tool({ name: `Chisel ${column} ${at}`, price: at })));
  const body = [`_id,${column}`, ...tools.map(({ _id }, at) => `${_id},${value(at)}`)].join('\n');
  const headers = { authorization: `Bearer ${sam.token}` };
  const looked = await shop.app.fetch(new Request('http://shop.test/import/tools', { method: 'POST', headers, body }));
  const found = (await looked.json()) as DryRun;
  expect(found).toMatchObject({ changed: 3, errorCount: 0 });
  for (const [step, done] of [
    ['commit', 'committed'],
    ['undo', 'undone'],
  ]) {
    observed.statements();
    const answer = await shop.call('POST', `/import/${found._id}/${step}`, { as: sam.token });
    const statements = observed.statements().flatMap(([sql]) => (BESIDE.test(sql) ? [] : [sql.trim().slice(0, 200)]));
    expect([answer.status, await answer.json()]).toMatchObject([200, { step: done }]);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST);
  }
});
