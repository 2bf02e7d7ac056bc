import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayPlus, weekday } from '#contract/days.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { age, owing, today } from '#server/money/account/account-for-tests.ts';
import { sendReminders } from '#server/money/reminders/send-reminders.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

it('a transfer that is recorded and a reminder that is sent are told, each with what other systems need of it', async () => {
  const owed = await owing(shop, 'Told', { termsDays: 10 });
  const body = { url: 'https://erp.example/events', events: ['payment.recorded', 'invoice.overdue'] };
  expect((await shop.call('POST', '/webhook', { as: owed.bea.token, body })).status).toBe(201);
  const [prepaid, order] = [await owed.order(20), await owed.order(30, { pay: 'account' })];
  const recorded = { date: today(), reference: 'SEPA 1' };
  await shop.call('POST', `/order/${prepaid._id}/payment`, { as: owed.bea.token, body: recorded });
  const entry = (await (await owed.pay(5, { allocate: [] })).json()) as AccountEntry;
  const settings = (await (await shop.call('GET', '/settings', { as: owed.bea.token })).json()) as Settings;
  const reminders = [{ afterDays: 3, fee: 0 }];
  await shop.call('PUT', '/settings', { as: owed.bea.token, body: { ...settings, reminders } });
  await age(shop, owed, 40);
  const working = dayPlus(today(), 2 - weekday(today()));
  await shop.parts.database.raw(
    `create or replace function shop_today() returns date language sql stable as $$ select '${working}'::date $$`,
  );
  await sendReminders(shop.parts);
  await shop.atRest();
  const told = await shop.parts.database.raw<{ type: string; data: object }>(
    'select type, data from webhook_messages order by created_at, id',
  );
  const payment = { companyId: owed.company._id, date: today() };
  expect(told).toEqual([
    {
      type: 'payment.recorded',
      data: { _id: expect.any(String), ...payment, orderId: prepaid._id, amount: 20, reference: 'SEPA 1' },
    },
    { type: 'payment.recorded', data: { _id: entry._id, ...payment, orderId: null, amount: 5, reference: 'SEPA 1' } },
    {
      type: 'invoice.overdue',
      data: {
        number: order.invoiceNumber,
        companyId: owed.company._id,
        due: expect.any(String),
        open: 30,
        daysLate: expect.any(Number),
        step: 1,
      },
    },
  ]);
});
