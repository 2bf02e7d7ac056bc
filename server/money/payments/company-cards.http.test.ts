import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, sumsAgree, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { confirmCard } from './paying-for-tests.ts';
import { createProvider } from './provider.ts';
import { reconcile } from './reconcile.ts';
import { createPayments } from './stripe-payments.ts';
import { wrongInAccounts } from './wrong-in-accounts.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const onAccount = { pay: 'account' };
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const begin = ({ company, ann }: Owing, invoices: (string | undefined)[], more: object = {}, as = ann.token) =>
  shop.call('POST', `/company/${company._id}/payment-intent`, { as, body: { invoices, ...more } });
const secretOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return (await answer.json()) as { clientSecret: string; amount: number };
};
const providerFetch: typeof fetch = async (input, init) => shop.app.fetch(new Request(input, init));
const confirm = ({ company, ann }: Owing, transactionId: string, as = ann.token) =>
  shop.call('PATCH', `/company/${company._id}/payment`, { as, body: { transactionId } });

it('several invoices are paid by one card payment: one entry that settles each, and their orders are paid', async () => {
  const owed = await owing(shop, 'Cards', { termsDays: 30 });
  const [one, two, left] = [
    await owed.order(100, onAccount),
    await owed.order(50, onAccount),
    await owed.order(30, onAccount),
  ];
  // Some of it came by transfer.
  await owed.pay(20, { allocate: [{ invoiceNumber: one.invoiceNumber, amount: 20 }] });
  const endpoint = { url: 'https://erp.example/events', events: ['payment.recorded'] };
  expect((await shop.call('POST', '/webhook', { as: owed.bea.token, body: endpoint })).status).toBe(201);
  const both = [one.invoiceNumber, two.invoiceNumber];
  expect(await codeOf(await begin(owed, both, { price: 150 }))).toEqual([409, 'PRICE_MISMATCH']);
  const { clientSecret, amount } = await secretOf(await begin(owed, both, { price: 130 }));
  expect(amount).toBe(130);
  // The same page loaded again goes on with the same payment.
  expect((await secretOf(await begin(owed, both))).clientSecret).toBe(clientSecret);
  const unpaid = clientSecret.split('_secret_')[0]!;
  expect(await codeOf(await confirm(owed, unpaid))).toEqual([402, 'PAYMENT_NOT_CONFIRMED']);
  const id = await confirmCard(shop.app, clientSecret);
  expect(await (await confirm(owed, id)).json()).toEqual({ modifiedCount: 1 });
  expect(await (await confirm(owed, id)).json()).toEqual({ modifiedCount: 0 });
  expect(await owed.read(one)).toMatchObject({ state: 'paid', paid: true });
  expect(await owed.read(two)).toMatchObject({ state: 'paid' });
  expect(await owed.read(left)).toMatchObject({ state: 'open' });
  const [entry] = (await owed.entries()).filter(({ document }) => document === `Card ${id}`);
  expect(entry).toMatchObject({ kind: 'payment', amount: -130 });
  await shop.atRest();
  const told = await shop.parts.database.raw(`select data from webhook_messages where data ->> 'reference' = '${id}'`);
  const facts = { companyId: owed.company._id, orderId: null, amount: 130, date: today(), reference: id };
  expect(told).toEqual([{ data: { _id: entry!._id, ...facts } }]);
  expect(await owed.account()).toMatchObject({ open: 30, credit: 0 });
  expect(await sumsAgree(owed)).toBe(true);
  expect(await codeOf(await begin(owed, both))).toEqual([409, 'ORDER_PAID']);
  const back = `/company/${owed.company._id}/payment/${entry!._id}/reverse`;
  const reversed = await shop.call('POST', back, { as: owed.bea.token, body: { reason: 'Try' } });
  expect(await codeOf(reversed)).toEqual([409, 'NOT_A_TRANSFER']);
});

it('what was paid otherwise meanwhile stays as credit, and another choice of the same invoices ends the first', async () => {
  const owed = await owing(shop, 'Twice', { termsDays: 30 });
  const [one, two] = [await owed.order(100, onAccount), await owed.order(50, onAccount)];
  const first = await secretOf(await begin(owed, [one.invoiceNumber]));
  const { clientSecret } = await secretOf(await begin(owed, [one.invoiceNumber, two.invoiceNumber]));
  const gone = first.clientSecret.split('_secret_')[0]!;
  const [ended] = await shop.parts.database.raw(`select status from firm_intents where id = $1`, [gone]);
  expect(ended).toEqual({ status: 'canceled' });
  await owed.pay(100, { allocate: [{ invoiceNumber: one.invoiceNumber, amount: 100 }] });
  const id = await confirmCard(shop.app, clientSecret);
  // The browser's word is lost; the sweep asks the provider.
  await createPayments({ ...shop.parts, providerFetch }).runOnce(new Date(Date.now() + 60_000));
  expect(await owed.read(two)).toMatchObject({ state: 'paid' });
  expect(await owed.account()).toMatchObject({ open: 0, credit: 100 });
  expect(await (await confirm(owed, id)).json()).toEqual({ modifiedCount: 0 });
  expect(await sumsAgree(owed)).toBe(true);
  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
});

it('accounts and managers pay so for their own company, others do not; what is no open invoice of it is refused', async () => {
  const [owed, other] = [await owing(shop, 'Mine', { termsDays: 30 }), await owing(shop, 'Theirs', { termsDays: 30 })];
  const { invoiceNumber } = await owed.order(80, onAccount);
  const theirs = await other.order(70, onAccount);
  expect((await begin(owed, [invoiceNumber], {}, owed.mia.token)).status).toBe(200);
  expect(await codeOf(await begin(owed, [invoiceNumber], {}, other.mia.token))).toEqual([404, 'COMPANY_NOT_FOUND']);
  expect(await codeOf(await begin(owed, [invoiceNumber], {}, owed.bea.token))).toEqual([403, 'FORBIDDEN']);
  const bob = await shop.person('BobMine');
  await shop.parts.database.raw(
    `insert into company_members (company_id, user_id, role) values ('${owed.company._id}', '${bob.userId}', 'buyer')`,
  );
  expect(await codeOf(await begin(owed, [invoiceNumber], {}, bob.token))).toEqual([403, 'FORBIDDEN']);
  const wrong = await begin(owed, [invoiceNumber, theirs.invoiceNumber]);
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { issues: [{ path: 'invoices.1' }] }]);
  for (const invoices of [[], [invoiceNumber, invoiceNumber]]) expect((await begin(owed, invoices)).status).toBe(400);
  expect(await codeOf(await confirm(owed, 'pi_unknown'))).toEqual([402, 'PAYMENT_NOT_CONFIRMED']);
  // Nobody confirms with the payment of another company.
  const paid = await confirmCard(shop.app, (await secretOf(await begin(other, [theirs.invoiceNumber]))).clientSecret);
  expect(await codeOf(await confirm(owed, paid))).toEqual([402, 'PAYMENT_NOT_CONFIRMED']);
});

it('a company on hold pays what it owes, and the books agree with the provider', async () => {
  const owed = await owing(shop, 'Heldpays', { termsDays: 30 });
  const { invoiceNumber } = await owed.order(60, onAccount);
  await shop.parts.database.raw(`update companies set status = 'on-hold' where id = $1`, [owed.company._id]);
  const { clientSecret } = await secretOf(await begin(owed, [invoiceNumber]));
  await confirm(owed, await confirmCard(shop.app, clientSecret));
  expect(await owed.account()).toMatchObject({ open: 0 });
  const { config, log, database } = shop.parts;
  const { differences } = await reconcile(database, createProvider(config.stripe, log, providerFetch));
  expect(differences).toEqual([]);
});
