import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BankImport } from '#contract/money/bank-imports.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { camtOf } from './bank-files-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await openDatabase({ url: await freshPostgres() }));
});
afterAll(() => shop.close());

it('a bank file waits for an order that is being paid by card before it takes a number that the card waits for', async () => {
  const owed = await owing(shop, 'Circle');
  const [first, second] = [await owed.order(45), await owed.order(60)];
  const sent = await shop.app.fetch(
    new Request('http://shop.test/import/bank?name=statement', {
      method: 'POST',
      body: camtOf([
        { amount: 45, date: today(), text: `Order ${first.number}` },
        { amount: 60, date: today(), text: `Order ${second.number}` },
      ]),
      headers: { authorization: `Bearer ${owed.bea.token}`, origin: 'http://shop.test' },
    }),
  );
  const file = (await sent.json()) as BankImport;
  expect(file).toMatchObject({ created: 2, errorCount: 0 });

  const { database } = shop.parts;
  const committed = await database.rawTransaction(async ({ query: card }) => {
    // In a circle of two the server ends this one, not the file's, which would begin anew.
    await card(`set local deadlock_timeout = '10ms'`);
    await card('select from orders where id = $1 for update', [second._id]);
    const commit = shop.call('POST', `/import/${file._id}/commit`, { as: owed.bea.token });
    await expect
      .poll(
        () =>
          database.raw(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        { timeout: 20_000 },
      )
      .toHaveLength(1);
    // The number of an invoice, which a payment by card takes.
    await card(
      `insert into invoice_series (series, year, last) values ('invoice', extract(year from shop_today()), 1)
       on conflict (series, year) do update set last = invoice_series.last + 1`,
    );
    return { answer: commit };
  });
  expect((await committed.answer).status).toBe(200);
  for (const order of [first, second]) expect(await owed.read(order)).toMatchObject({ paid: true, paidBy: 'transfer' });
});
