import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backup, restore } from '#server/engine/db/backup.ts';
import type { Database } from '#server/engine/db/client.ts';
import { emptyPostgres, freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { owing } from './account-for-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradebench-account-'));
let shop: TestShop;
let before: Database;
let after: Database;
beforeAll(async () => {
  before = await freshDatabase();
  shop = await openTestShop(before);
}, 120_000);
afterAll(async () => {
  await shop.close();
  await after?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the account of a company is restored from a backup entry by entry, with what settles what and the bytes of its papers', async () => {
  const owed = await owing(shop, 'Restored', { termsDays: 30 });
  const order = await owed.order(100, { pay: 'account' });
  const { _id } = (await (await owed.pay(70)).json()) as { _id: string };
  const reverse = `/company/${owed.company._id}/payment/${_id}/reverse`;
  await shop.call('POST', reverse, { as: owed.bea.token, body: { reason: 'Wrong' } });
  await owed.pay(40);
  const credit = { amount: 10, reason: 'Bent' };
  await shop.call('POST', `/order/${order._id}/refund`, { as: owed.bea.token, body: credit });
  const paper = await shop.call('GET', `/order/${order._id}/invoice.pdf`, { as: owed.bea.token });
  expect(paper.status).toBe(200);
  await backup(before, join(folder, 'none'), join(folder, 'backup'));
  after = await openDatabase({ url: await emptyPostgres() });
  await migrate(after);
  await restore(after, join(folder, 'uploads'), join(folder, 'backup'));
  for (const table of ['ledger', 'settlements', 'orders']) {
    const all = `select row_to_json(t) as row from ${table} t order by id`;
    const rows = await before.raw(all);
    expect(rows.length).toBeGreaterThan(0);
    expect(await after.raw(all)).toEqual(rows);
  }
  const kept = await after.raw<{ bytes: Uint8Array }>(`select bytes from issued_files where format = 'a4'`);
  expect(kept.map(({ bytes }) => Buffer.from(bytes))).toEqual([Buffer.from(await paper.arrayBuffer())]);
});
