import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayPlus } from '#contract/days.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { type Owing, owing, today } from './account-for-tests.ts';

let shop: TestShop;
let owed: Owing;
const DAY = dayPlus(today(), -10);
beforeAll(async () => {
  shop = await openTestShop(await openDatabase({ url: await freshPostgres() }));
  owed = await owing(shop, 'Closing', { termsDays: 30 });
  await shop.parts.database.raw(`update companies set created_at = created_at - interval '30 days'`);
});
afterAll(() => shop.close());

const close = async (closedUntil: string | null) => {
  const settings = (await (await shop.call('GET', '/settings', { as: owed.bea.token })).json()) as Settings;
  return shop.call('PUT', '/settings', { as: owed.bea.token, body: { ...settings, books: { closedUntil } } });
};
const waiters = async () =>
  (
    await shop.parts.database.raw(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length;
/** Resolves once so many wait for a lock in this file's database. */
const waiting = async (count: number) => {
  await expect.poll(waiters, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
};

it('who closes the books waits for a payment of those days that is being recorded', async () => {
  const { payment, closing } = await shop.parts.database.rawTransaction(async ({ query }) => {
    await query('lock table ledger in exclusive mode');
    const pays = owed.pay(40, { date: DAY });
    await waiting(1);
    const closes = close(DAY);
    await waiting(2);
    return { payment: pays, closing: closes };
  });
  expect([(await payment).status, (await closing).status]).toEqual([201, 200]);
  expect(await owed.account()).toMatchObject({ credit: 40 });
  expect((await close(null)).status).toBe(200);
});

it('a payment that waited while its day was closed is refused', async () => {
  const { payment } = await shop.parts.database.rawTransaction(async ({ query }) => {
    await query('select from companies where id = $1 for update', [owed.company._id]);
    const pays = owed.pay(50, { date: DAY });
    await waiting(1);
    expect((await close(DAY)).status).toBe(200);
    return { payment: pays };
  });
  expect([(await payment).status, await (await payment).json()]).toMatchObject([409, { code: 'PERIOD_CLOSED' }]);
  expect(await owed.account()).toMatchObject({ credit: 40 });
});
