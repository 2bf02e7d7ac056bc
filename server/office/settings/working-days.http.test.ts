import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import { dayOf, dayPlus } from '#contract/days.ts';
import { deliveryDates } from '#contract/buying/delivery-dates.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

const DAY_MS = 86_400_000;
const ALL = [1, 2, 3, 4, 5, 6, 7];
let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const get = async () => (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
const put = async (edit: object) =>
  shop.call('PUT', '/settings', { as: ada.token, body: { ...(await get()), ...edit } });

it('begin as Monday to Friday without holidays, and refuse what is no day or stands twice', async () => {
  expect(await get()).toMatchObject({ workdays: [1, 2, 3, 4, 5], holidays: [] });
  for (const [edit, path] of [
    [{ workdays: [] }, 'workdays'],
    [{ workdays: [0] }, 'workdays.0'],
    [{ workdays: [8] }, 'workdays.0'],
    [{ workdays: ['<script>'] }, 'workdays.0'],
    [{ workdays: [1, 1] }, 'workdays'],
    [{ holidays: ['2026-02-30'] }, 'holidays.0'],
    [{ holidays: ['2026-12-25', '2026-12-25'] }, 'holidays'],
    [{ holidays: 'Christmas' }, 'holidays'],
    [{ holidays: Array.from({ length: 301 }, (_, day) => dayPlus('2026-01-01', day)) }, 'holidays'],
  ] as const) {
    const answer = await put(edit);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR', issues: [{ path }] }]);
  }
});

it('count in every promise of a day, in reminders and in holds', async () => {
  const today = dayOf(new Date(), 'UTC');
  // Whatever day it is, nobody works on it and the four after it.
  const holidays = Array.from({ length: 5 }, (_, days) => dayPlus(today, days));
  expect((await put({ workdays: ALL, holidays })).status).toBe(200);
  const tool = await shop.tool();
  const priced = (await (
    await shop.call('POST', '/price', { body: { lines: [{ toolId: tool._id, quantity: 1 }] } })
  ).json()) as Priced;
  const wanted = deliveryDates(new Date(), { timeZone: 'UTC', workdays: ALL, holidays }, [2, 5]);
  expect(wanted.leaves).toBe(dayPlus(today, 5));
  expect(priced.deliveries[0]).toMatchObject(wanted);

  const alice = await shop.person('Alice');
  const order = await shop.order(alice.token, tool, 1);
  expect(order).toMatchObject(wanted);
  const heldMs = ({ holdUntil, createdAt }: Order) => Date.parse(holdUntil!) - Date.parse(createdAt);
  expect(heldMs(order)).toBe((2 + 5) * DAY_MS);
  expect((await shop.call('POST', `/order/${order._id}/payment/transfer`, { as: alice.token })).status).toBe(200);
  const read = (await (await shop.call('GET', `/order/${order._id}`, { as: alice.token })).json()) as Order;
  expect(heldMs(read)).toBe((7 + 5) * DAY_MS);
  expect(read).toMatchObject(wanted);

  const due = async () => (await (await shop.call('GET', '/reminders', { as: ada.token })).json()) as object;
  expect(await due()).toMatchObject({ day: today, isWorkingDay: false });
  expect((await put({ workdays: ALL, holidays: [] })).status).toBe(200);
  expect(await due()).toMatchObject({ day: today, isWorkingDay: true });
});
