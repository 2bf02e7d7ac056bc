import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportProgress } from '#contract/catalogue/imports.ts';
import { addMoney, cents } from '#contract/money-sums.ts';
import { dayPlus, weekday } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { BankImport } from '#contract/money/bank-imports.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { camtOf } from '#server/money/bank-imports/bank-files-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { sendReminders } from '#server/money/reminders/send-reminders.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { age, type Owing, owing, sumsAgree, today } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const send = (as: { token: string }, file: string) =>
  shop.app.fetch(
    new Request('http://shop.test/import/bank?name=month', {
      method: 'POST',
      body: file,
      headers: { authorization: `Bearer ${as.token}`, origin: 'http://shop.test' },
    }),
  );
const rowsOf = async (answer: Response) =>
  (await answer.text())
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
const sumOf = (amounts: number[]) => addMoney(...amounts);

it("a bookkeeper's month: thirty invoices, twenty-five payments from a file, two mistakes undone, one reminder run; all agrees to the cent", async () => {
  const companies: Owing[] = [];
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    companies.push(await owing(shop, name, { termsDays: 14, creditLimit: 100_000 }));
  const [{ bea }] = companies as [Owing];
  const orders: { company: Owing; order: Order }[] = [];
  for (let count = 0; count < 30; count++) {
    const company = companies[count % 3]!;
    orders.push({ company, order: await company.order(37 + count * 13, { pay: 'account' }) });
  }
  // Twenty name their invoice, three are a part, one names nothing, one is too much.
  const bookings = orders.slice(0, 25).map(({ order, company }, index) => {
    const invoice = order.invoiceNumber ?? '';
    const said = {
      date: today(),
      payer: company.company.name,
      ref: `B${index}`,
      amount: order.price,
      text: `Invoice ${invoice}`,
    };
    if (index < 20) return said;
    if (index < 23) return { ...said, amount: 10 + index };
    return index === 23 ? { ...said, text: 'thank you' } : { ...said, amount: order.price + 5 };
  });
  const found = (await (await send(bea, camtOf(bookings))).json()) as BankImport;
  expect(found).toMatchObject({ created: 20, errorCount: 0 });
  const committed = await shop.call('POST', `/import/${found._id}/commit`, { as: bea.token });
  expect((await committed.json()) as ImportProgress).toMatchObject({ done: 20 });
  for (const { row, amount, outcome, suggestions } of found.rows.slice(20)) {
    expect(outcome).toBe('suggested');
    const [first] = suggestions;
    const body = {
      row,
      companyId: first?.companyId,
      ...(amount < 400 && first?.allocate.length ? { allocate: first.allocate } : {}),
    };
    expect((await shop.call('POST', `/bank-import/${found._id}/payment`, { as: bea.token, body })).status).toBe(201);
  }
  // Two were recorded for the wrong company, and are taken back.
  const [alpha, beta] = companies as [Owing, Owing];
  for (const [company, amount] of [
    [alpha, 40],
    [beta, 50.55],
  ] as const) {
    const { _id } = (await (await company.pay(amount, { reference: 'Wrong company' })).json()) as AccountEntry;
    const path = `/company/${company.company._id}/payment/${_id}/reverse`;
    expect((await shop.call('POST', path, { as: bea.token, body: { reason: 'Another company' } })).status).toBe(200);
  }
  const credited = orders[29]!;
  const refund = { amount: 12.34, reason: 'Two were bent' };
  expect((await shop.call('POST', `/order/${credited.order._id}/refund`, { as: bea.token, body: refund })).status).toBe(
    201,
  );
  // One reminder run, after the last of them is due.
  const settings = (await (await shop.call('GET', '/settings', { as: bea.token })).json()) as Settings;
  await shop.call('PUT', '/settings', {
    as: bea.token,
    body: { ...settings, reminders: [{ afterDays: 5, fee: 2.5 }] },
  });
  for (const company of companies) await age(shop, company, 30);
  const working = dayPlus(today(), 2 - weekday(today()));
  await shop.parts.database.raw(
    `create or replace function shop_today() returns date language sql stable as $$ select '${working}'::date $$`,
  );
  await shop.parts.database.raw('alter table settlements disable trigger settlements_are_final');
  await shop.parts.database.raw(`update settlements set created_at = created_at - interval '10 days'`);
  await shop.parts.database.raw('alter table settlements enable trigger settlements_are_final');
  expect(await sendReminders(shop.parts)).toHaveLength(3);
  expect(await sendReminders(shop.parts)).toHaveLength(0);

  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
  const invoices = await rowsOf(await shop.call('GET', '/export/invoices?format=csv', { as: bea.token }));
  const column = (name: string) => invoices[0]!.indexOf(name);
  const sheet = new Map(
    invoices.slice(1).map((row) => [row[column('number')], Math.abs(Number(row[column('total')]))]),
  );
  for (const company of companies) {
    expect(await sumsAgree(company)).toBe(true);
    const [entries, account] = [await company.entries(), await company.account()];
    const statement = await rowsOf(
      await shop.call('GET', `/company/${company.company._id}/statement.csv`, { as: bea.token }),
    );
    const owed = sumOf(entries.map(({ amount }) => amount));
    expect(Number(statement.at(-1)?.at(-1))).toBe(owed);
    expect(cents(account.open) - cents(account.credit)).toBe(cents(owed));
    expect(sumOf(statement.slice(2, -1).map((row) => Number(row[4])))).toBe(owed);
    const papers = entries.filter(({ kind }) => kind === 'invoice' || kind === 'credit-note');
    expect(papers.map(({ document }) => sheet.get(document))).toEqual(papers.map(({ amount }) => Math.abs(amount)));
  }
  // What is left: invoices less credit notes, payments that stand, and the fees.
  const total = sumOf(orders.map(({ order }) => order.price));
  const came = sumOf(bookings.map(({ amount }) => amount));
  const left = sumOf(
    await Promise.all(companies.map(async (company) => sumOf((await company.entries()).map(({ amount }) => amount)))),
  );
  expect(cents(left)).toBe(cents(total) - cents(came) - 1234 + 3 * 250);
});
