import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Settings } from '#contract/office/settings.ts';
import type { DueReminders } from '#contract/money/reminders.ts';
import { dayPlus, weekday } from '#contract/days.ts';
import { ROLES } from '#contract/policy.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { age, type Owing, owing, sumsAgree, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { remindersDue } from './due-reminders.ts';
import { sendReminders } from './send-reminders.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

/** What the database takes for today, so that a test does not depend on the day on which it runs. */
const pretend = async (day: string) => {
  await shop.parts.database.raw(
    `create or replace function shop_today() returns date language sql stable as $$ select '${day}'::date $$`,
  );
};
/** A Wednesday. */
const WORKING = dayPlus(today(), 2 - weekday(today()));
beforeEach(() => pretend(WORKING));

const steps = async (owed: Owing, reminders: Settings['reminders'], lateInterest = 0) => {
  const now = (await (await shop.call('GET', '/settings', { as: owed.bea.token })).json()) as Settings;
  expect(
    (await shop.call('PUT', '/settings', { as: owed.bea.token, body: { ...now, reminders, lateInterest } })).status,
  ).toBe(200);
};
const due = async (owed: Owing) => {
  const answer = await shop.call('GET', '/reminders', { as: owed.bea.token });
  const all = (await answer.json()) as DueReminders;
  return all.reminders.filter(({ companyId }) => companyId === owed.company._id);
};
const send = () => sendReminders(shop.parts);
const letters = (owed: Owing) =>
  shop.parts.database.raw<{ subject: string; text: string; name: string; head: string }>(
    `select subject, text, attachment_name as name, encode(substr(attachment, 1, 5), 'escape') as head from mails
     where "to" = '${owed.ann.email}' and attachment is not null order by created_at, id`,
  );
const TERMS = { termsDays: 10 };
const onAccount = { pay: 'account' };
const TWO = [
  { afterDays: 3, fee: 0 },
  { afterDays: 10, fee: 5 },
];

it('a company is reminded once for each step, by one letter with its statement, and the fee is an entry', async () => {
  const owed = await owing(shop, 'Reminded', TERMS);
  await steps(owed, TWO);
  const [first] = [await owed.order(100, onAccount), await owed.order(50, onAccount)];
  await age(shop, owed, 12);
  expect(await due(owed)).toEqual([]);
  await age(shop, owed, 1);
  const [preview] = await due(owed);
  expect(preview).toMatchObject({ to: owed.ann.email, total: 150, fee: 0 });
  expect(preview?.invoices).toHaveLength(2);
  expect(await letters(owed)).toEqual([]);
  await send();
  await send();
  expect(await letters(owed)).toHaveLength(1);
  expect((await letters(owed))[0]).toMatchObject({
    name: expect.stringMatching(/^statement-C\d+\.pdf$/),
    head: '%PDF-',
  });
  expect((await letters(owed))[0]?.text).toContain(first.invoiceNumber);
  await age(shop, owed, 7);
  await send();
  expect(await letters(owed)).toHaveLength(2);
  expect((await letters(owed))[1]?.subject).toBe('Reminder 2: $155.00 are due');
  expect(await owed.account()).toMatchObject({ open: 155 });
  expect((await owed.entries())[0]).toMatchObject({ kind: 'fee', amount: 5, open: 5 });
  expect(await sumsAgree(owed)).toBe(true);
  await owed.pay(155);
  expect(await owed.account()).toMatchObject({ open: 0 });
});

it('what is left of the fees of earlier reminders is due with the invoices, and a fee alone is not reminded of', async () => {
  const owed = await owing(shop, 'Fees', TERMS);
  await steps(owed, [
    { afterDays: 3, fee: 4 },
    { afterDays: 10, fee: 5 },
  ]);
  const { invoiceNumber } = await owed.order(100, onAccount);
  await age(shop, owed, 13);
  await send();
  await owed.pay(1.5, { allocate: [{ invoiceNumber: `Reminder ${WORKING}`, amount: 1.5 }] });
  await age(shop, owed, 7);
  expect(await due(owed)).toMatchObject([{ total: 102.5, earlierFees: 2.5, fee: 5 }]);
  await send();
  const [, second] = await letters(owed);
  expect(second?.subject).toBe('Reminder 2: $107.50 are due');
  expect(second?.text).toMatch(/Fees of earlier reminders: \$2\.50/);
  expect(await owed.account()).toMatchObject({ open: 107.5 });
  await owed.pay(100, { allocate: [{ invoiceNumber, amount: 100 }] });
  await age(shop, owed, 40);
  expect(await due(owed)).toEqual([]);
});

it('interest runs from when an invoice was due, then from its last reminder, and is an entry of its own', async () => {
  const owed = await owing(shop, 'Interest', TERMS);
  const both = [
    { afterDays: 3, fee: 4 },
    { afterDays: 10, fee: 0 },
  ];
  await steps(owed, both, 7.3);
  await owed.order(1000, onAccount);
  await age(shop, owed, 15);
  // 5 days late at 7.3 % a year of 1,000.
  expect(await due(owed)).toMatchObject([{ total: 1000, fee: 4, interest: 1 }]);
  await send();
  const [letter] = await letters(owed);
  expect(letter?.subject).toBe('Reminder: $1,005.00 are due');
  expect(letter?.text).toMatch(/Interest at 7\.3 % a year: \$1\.00/);
  expect((await owed.entries()).slice(0, 2)).toMatchObject([
    { kind: 'fee', document: `Interest ${WORKING}`, amount: 1 },
    { kind: 'fee', document: `Reminder ${WORKING}`, amount: 4 },
  ]);
  // A second reminder seven days later: what was paid by then has had none.
  await age(shop, owed, 7);
  expect(await due(owed)).toMatchObject([{ total: 1005, earlierFees: 5, fee: 0, interest: 1.4 }]);
});

it('a company with more entries than a paper holds gets its letter with the newest of them, and so does everybody after it', async () => {
  const [many, next] = [await owing(shop, 'AaMany', TERMS), await owing(shop, 'AbNext', TERMS)];
  await steps(many, TWO);
  for (const owed of [many, next]) {
    await owed.order(100, onAccount);
    await age(shop, owed, 20);
  }
  await shop.parts.database.raw(
    `insert into ledger (id, company_id, kind, method, amount_cents, reference, document, created_at)
     select 'cent-' || i, '${many.company._id}', 'payment', 'transfer', 1, 'cent-' || i, 'A cent', now() - interval '1 day' - i * interval '1 minute'
     from generate_series(1, 5001) i`,
  );
  await send();
  for (const owed of [many, next]) expect(await letters(owed)).toHaveLength(1);
  expect((await letters(many))[0]?.name).toMatch(/^statement-C\d+-\d{4}-\d\d-\d\d\.pdf$/);
});

it('where no step is set nobody is reminded, and the list says that there is none', async () => {
  const owed = await owing(shop, 'Stepless', TERMS);
  await steps(owed, []);
  await owed.order(100, onAccount);
  await age(shop, owed, 20);
  const ask = async () => (await shop.call('GET', '/reminders', { as: owed.bea.token })).json();
  expect(await ask()).toEqual({ day: WORKING, isWorkingDay: true, steps: 0, reminders: [] });
  await steps(owed, TWO);
  expect(await ask()).toMatchObject({ isWorkingDay: true, steps: 2 });
});

it('nobody is reminded on a day that is no working day', async () => {
  const owed = await owing(shop, 'Weekend', TERMS);
  await steps(owed, TWO);
  await owed.order(100, onAccount);
  await age(shop, owed, 20);
  await pretend(dayPlus(WORKING, 3));
  const before = await remindersDue(shop.parts.database.db);
  expect(before).toMatchObject({ isWorkingDay: false, reminders: [] });
  await send();
  expect(await letters(owed)).toEqual([]);
  await pretend(dayPlus(WORKING, 5));
  await send();
  expect(await letters(owed)).toHaveLength(1);
});

it('nobody is reminded of what is held, of what was paid of that day, or where credit covers it', async () => {
  const owed = await owing(shop, 'Held', TERMS);
  await steps(owed, TWO);
  const order = await owed.order(100, onAccount);
  await age(shop, owed, 20);
  const hold = (held: boolean, path = `/invoice/${order.invoiceNumber}/hold`) =>
    shop.call('POST', path, { as: owed.bea.token, body: { held } });
  expect(await (await hold(true)).json()).toEqual({ number: order.invoiceNumber, held: true });
  expect((await hold(true)).status).toBe(200);
  expect(await due(owed)).toEqual([]);
  expect((await hold(false)).status).toBe(200);
  expect(await due(owed)).toHaveLength(1);
  const company = `/company/${owed.company._id}/reminders`;
  expect((await hold(true, company)).status).toBe(200);
  expect(await due(owed)).toEqual([]);
  await hold(false, company);
  await owed.pay(100, { allocate: [] });
  expect(await due(owed)).toEqual([]);
  expect((await hold(true, '/invoice/1999-000001/hold')).status).toBe(404);
  expect(
    (await shop.call('POST', `/invoice/${order.invoiceNumber}/hold`, { as: owed.bea.token, body: {} })).status,
  ).toBe(400);
  const other = await owing(shop, 'PaidToday', TERMS);
  await pretend(today());
  const part = await other.order(100, onAccount);
  await age(shop, other, 20);
  await other.pay(10);
  expect(await due(other)).toEqual([]);
  expect(await other.read(part)).toMatchObject({ state: 'open' });
});

it('those who record payments alone see and stop reminders', async () => {
  for (const role of ROLES) {
    const person = await shop.person(`Reminds${role}`, role === 'customer' ? 'user' : role);
    const status = ['admin', 'sales', 'bookkeeper'].includes(role) ? 200 : 403;
    expect((await shop.call('GET', '/reminders', { as: person.token })).status).toBe(status);
  }
});

it('staff see of what a company is not reminded', async () => {
  const owed = await owing(shop, 'Heldlist', TERMS);
  const { invoiceNumber } = await owed.order(20, onAccount);
  const other = await owing(shop, 'Otherheld', TERMS);
  const theirs = await other.order(20, onAccount);
  const held = (path: string) => shop.call('POST', path, { as: owed.bea.token, body: { held: true } });
  await held(`/invoice/${invoiceNumber}/hold`);
  await held(`/invoice/${theirs.invoiceNumber}/hold`);
  await held(`/company/${owed.company._id}/reminders`);
  const read = (as: { token: string }) => shop.call('GET', `/company/${owed.company._id}/reminders`, { as: as.token });
  expect(await (await read(owed.bea)).json()).toEqual({ _id: owed.company._id, held: true, invoices: [invoiceNumber] });
  expect((await read(owed.mia)).status).toBe(403);
});
