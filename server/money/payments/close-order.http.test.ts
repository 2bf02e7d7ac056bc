import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { join } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let owed: Owing;
let ada: Person;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  owed = await owing(shop, 'Closed', { termsDays: 30 });
  const now = await ask<Settings>('GET', '/settings', undefined, ada);
  const delivery = [{ ...DEFAULTS.delivery[0]!, rates: [{ upTo: null, price: 5 }] }];
  const tax = [{ country: now.company.country, percent: 15, name: 'VAT' }];
  await ask('PUT', '/settings', { ...now, delivery, tax }, ada);
});
afterAll(() => shop.close());

async function ask<T>(method: string, path: string, body: unknown, as: Person): Promise<T> {
  const answer = await shop.call(method, path, { as: as.token, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
const close = (order: Order, as: Person = ada, body: object = { reason: 'Not made any more' }) =>
  shop.call('POST', `/order/${order._id}/close`, { as: as.token, body });
const closed = async (order: Order, as?: Person) => {
  const answer = await close(order, as);
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as Order;
};
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const ship = (order: Order, quantity: number, at = 0) =>
  ask(
    'POST',
    `/order/${order._id}/shipment`,
    { carrier: 'Van', lines: [{ toolId: order.lines[at]!.toolId, quantity }] },
    ada,
  );
const stockOf = async (id: string) => (await ask<Tool>('GET', `/tool/${id}`, undefined, ada)).availableQuantity;
const refundsOf = (order: Order) => ask<Refund[]>('GET', `/order/${order._id}/refund`, undefined, ada);
const bought = async (...prices: number[]) => {
  const tools = await Promise.all(
    prices.map((price) => shop.tool({ price, availableQuantity: 100, minOrderQuantity: 1 })),
  );
  const lines = tools.map(({ _id }) => ({ toolId: _id, quantity: 10 }));
  const contact = { name: 'Alice', address: '1 Dock Road', phone: '555' };
  return { order: await ask<Order>('POST', '/order', { ...contact, lines }, alice), tools };
};
const paid = async (...prices: number[]) => {
  const made = await bought(...prices);
  await ask('POST', `/order/${made.order._id}/payment`, { date: today(), reference: 'T' }, ada);
  return made;
};

it('an order on account of which nothing left is credited whole, with its freight, and its stock is free', async () => {
  const order = await owed.order(10, { pay: 'account' });
  const { toolId } = order.lines[0]!;
  const before = await stockOf(toolId);
  const after = await closed(order);
  expect(after).toMatchObject({
    state: 'refunded',
    refunded: order.price,
    closed: { reason: 'Not made any more' },
    lines: [{ left: 0, refunded: 10 }],
  });
  expect(await stockOf(toolId)).toBe(before + 10);
  const [refund] = await refundsOf(order);
  expect(refund).toMatchObject({ amount: order.price, tax: order.tax, state: 'sent', lines: [{ backToStock: 10 }] });
  expect(refund?.creditNote).toMatch(/^CN-/);
  expect(await owed.account()).toMatchObject({ open: 0 });
});

it('what closing gives back is said before, by which way, to whoever may close it', async () => {
  const ask = async (order: Order, as: Person = ada) => {
    const answer = await shop.call('GET', `/order/${order._id}/close`, { as: as.token });
    return [answer.status, await answer.json()] as const;
  };
  const onAccount = await owed.order(10, { pay: 'account' });
  const whole = { pieces: 10, amount: onAccount.price, uninvoiced: 0, method: 'credit' };
  expect(await ask(onAccount)).toEqual([200, whole]);
  expect(await ask(onAccount, owed.mia)).toEqual([200, whole]);
  expect(await ask(onAccount, alice)).toMatchObject([404, { code: 'ORDER_NOT_FOUND' }]);
  expect(await closed(onAccount)).toMatchObject({ refunded: whole.amount });
  expect(await ask(onAccount)).toMatchObject([409, { code: 'ORDER_OVER' }]);

  const { order } = await paid(2, 3);
  await ship(order, 10);
  expect(await ask(order)).toEqual([200, { pieces: 10, amount: 34.5, uninvoiced: 0, method: 'transfer' }]);
  expect(await ask(order, alice)).toMatchObject([403, { code: 'FORBIDDEN' }]);
  expect(await closed(order)).toMatchObject({ refunded: 34.5 });
});

it('of an order that left in part the rest is credited with its tax, and what left stays owed with the freight', async () => {
  const order = await owed.order(10, { pay: 'account' });
  await ship(order, 4);
  const after = await closed(order);
  expect(after).toMatchObject({ state: 'open', refunded: 6.9, fulfilment: 'all', lines: [{ left: 0, shipped: 4 }] });
  expect(await owed.account()).toMatchObject({ open: order.price - 6.9 });
  const more = await shop.call('POST', `/order/${order._id}/shipment`, { as: ada.token, body: { carrier: 'Van' } });
  expect(await codeOf(more)).toEqual([409, 'MORE_THAN_ORDERED']);
});

it('what was paid of the rest goes back by the transfer that brought it', async () => {
  const { order, tools } = await paid(2, 3);
  await ship(order, 10);
  expect(await closed(order)).toMatchObject({ refunded: 34.5, fulfilment: 'all' });
  expect(await refundsOf(order)).toMatchObject([{ amount: 34.5, tax: 4.5, state: 'sent' }]);
  expect(await Promise.all(tools.map(({ _id }) => stockOf(_id)))).toEqual([90, 100]);
});

it('no more goes back than is left after what was given back before', async () => {
  const { order } = await paid(2, 3);
  await ship(order, 10);
  await ask('POST', `/order/${order._id}/refund`, { amount: 50, reason: 'Bent' }, ada);
  const rest = Math.round((order.price - 50) * 100) / 100;
  expect(await closed(order)).toMatchObject({ refunded: order.price });
  expect((await refundsOf(order)).at(-1)).toMatchObject({ amount: rest, state: 'sent' });
});

it('a rest that costs nothing is closed without a credit note, and its stock is free', async () => {
  const gift = await shop.tool({ price: 1, availableQuantity: 100, minOrderQuantity: 1 });
  const sold = await shop.tool({ price: 1, availableQuantity: 100, minOrderQuantity: 1 });
  const lines = [
    { toolId: sold._id, quantity: 10 },
    { toolId: gift._id, quantity: 10, unitPrice: 0, reason: 'Sample' },
  ];
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', customer: alice.email, lines };
  const order = await ask<Order>('POST', '/order', body, ada);
  await ask('POST', `/order/${order._id}/payment`, { date: today(), reference: 'T' }, ada);
  await ship(order, 10);
  const after = await closed(order);
  expect(after).toMatchObject({ fulfilment: 'all', closed: { reason: 'Not made any more' } });
  expect(after.lines.map(({ left }) => left)).toEqual([0, 0]);
  expect([await refundsOf(order), await stockOf(gift._id)]).toEqual([[], 100]);
  expect(await codeOf(await close(order))).toEqual([409, 'ORDER_OVER']);
});

it('its buyer and the managers close an order that is owed while nothing left; others and later the shop alone does', async () => {
  const ben = await shop.person('Ben');
  await join(shop, { company: owed.company, manager: owed.mia, person: ben, role: 'buyer' });
  const stranger = await shop.person('Strange');
  const order = await owed.order(10, { pay: 'account' });
  expect(await codeOf(await close(order, stranger))).toEqual([404, 'ORDER_NOT_FOUND']);
  expect(await codeOf(await close(order, owed.ann))).toEqual([403, 'FORBIDDEN']);
  expect(await codeOf(await close(order, await shop.person('Wes', 'warehouse')))).toEqual([403, 'FORBIDDEN']);
  expect(await codeOf(await shop.call('DELETE', `/order/${order._id}`, { as: owed.mia.token }))).toEqual([
    409,
    'ORDER_OPEN',
  ]);
  expect(await closed(order, owed.mia)).toMatchObject({ state: 'refunded' });

  const begun = await owed.order(10, { pay: 'account' });
  await ship(begun, 1);
  expect(await codeOf(await close(begun, owed.mia))).toEqual([403, 'FORBIDDEN']);
  const { order: own } = await paid(1);
  expect(await codeOf(await close(own, alice))).toEqual([403, 'FORBIDDEN']);
});

it('refuses an order that is not owed yet, one that is over and one of which all left, and a reason that is none', async () => {
  const { order } = await bought(1);
  expect(await codeOf(await close(order))).toEqual([409, 'ORDER_NOT_PAID']);
  await shop.call('DELETE', `/order/${order._id}`, { as: alice.token });
  expect(await codeOf(await close(order))).toEqual([409, 'ORDER_OVER']);
  const { order: gone } = await paid(1);
  await ship(gone, 10);
  expect(await codeOf(await close(gone))).toEqual([409, 'ORDER_OVER']);
  const { order: whole } = await paid(1);
  const bad = await close(whole, ada, { reason: '' });
  expect([bad.status, await bad.json()]).toMatchObject([400, { issues: [{ path: 'reason' }] }]);
});

it('its buyer gets a letter, the audit log says who did it, and one key closes once', async () => {
  const { order, tools } = await paid(2);
  const call = () =>
    shop.call('POST', `/order/${order._id}/close`, {
      as: ada.token,
      body: { reason: 'Not made any more' },
      headers: { 'idempotency-key': `close-${order._id}` },
    });
  const first = await (await call()).json();
  const again = await call();
  expect([again.status, await again.json()]).toEqual([200, first]);
  expect(await stockOf(tools[0]!._id)).toBe(100);
  const letters = await shop.parts.database.raw<{ text: string; to: string }>(
    `select text, "to" from mails where subject = $1`,
    [`Your order ${order.number} was closed`],
  );
  expect(letters).toMatchObject([{ to: alice.email, text: expect.stringContaining('Not made any more') }]);
  const [entry] = await shop.parts.database.raw<{ actor: string; details: object }>(
    `select actor_email as actor, details from audit_log where action = 'order.closed' and subject = $1`,
    [order._id],
  );
  expect(entry).toMatchObject({
    actor: ada.email,
    details: { number: order.number, pieces: 10, reason: 'Not made any more' },
  });
});

it('pieces that are still to come are promised to nobody any more, and none of them goes into stock', async () => {
  const tool = await shop.tool({
    price: 2,
    availableQuantity: 4,
    minOrderQuantity: 1,
    backorder: { kind: 'incoming', limit: null, days: 5 },
  });
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await ask('POST', `/tool/${tool._id}/incoming`, { quantity: 20, day }, ada);
  const order = await owed.order(10, { pay: 'account', toolId: tool._id });
  expect(order.lines[0]?.awaited).toMatchObject([{ quantity: 6 }]);
  await closed(order);
  const [batch] = await ask<{ promised: number }[]>('GET', `/incoming?q=${tool.sku ?? ''}`, undefined, ada);
  expect([batch?.promised, await stockOf(tool._id)]).toEqual([0, 4]);
});
