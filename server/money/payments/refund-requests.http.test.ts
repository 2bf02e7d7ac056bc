import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payWithCard } from './paying-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
let bob: Person;
let sal: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [alice, bob, sal] = [await shop.person('Alice'), await shop.person('Bob'), await shop.person('Sal', 'sales')];
});
afterAll(() => shop.close());

async function paid(): Promise<Order> {
  const order = await shop.order(alice.token, await shop.tool(), 5);
  await payWithCard(shop, alice.token, order._id);
  return order;
}
const ask = (order: Order, body: object = {}, as = alice.token) =>
  shop.call('POST', `/order/${order._id}/refund-request`, { as, body: { reason: 'Heads are loose', ...body } });
const refuse = (order: Order, as = sal.token) =>
  shop.call('POST', `/order/${order._id}/refund-request/refuse`, { as, body: { reason: 'They were used' } });
const seen = async (order: Order) =>
  (await (await shop.call('GET', `/order/${order._id}`, { as: alice.token })).json()) as Order;
const waiting = async () =>
  ((await (await shop.call('GET', '/orders?refund=requested', { as: sal.token })).json()) as Order[]).map(
    ({ _id }) => _id,
  );

describe('POST /order/{id}/refund-request', () => {
  it('shows what the buyer asks for on the order and to staff in the list, until it is refunded', async () => {
    const order = await paid();
    const lines = [{ toolId: order.toolId, quantity: 2 }];
    const answer = await ask(order, { lines });
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { reason: 'Heads are loose', lines, state: 'open' },
    ]);
    expect((await seen(order)).refundRequest).toMatchObject({ state: 'open', lines });
    expect(await waiting()).toEqual([order._id]);
    const twice = await ask(order);
    expect([twice.status, await twice.json()]).toMatchObject([409, { code: 'REFUND_REQUESTED' }]);
    await shop.call('POST', `/order/${order._id}/refund`, { as: sal.token, body: { reason: 'As you asked', lines } });
    expect((await seen(order)).refundRequest).toMatchObject({ state: 'granted', answeredAt: expect.any(String) });
    expect(await waiting()).toEqual([]);
  });

  it('is for the owner of a paid order, for no more pieces than there are, and not for what went back', async () => {
    const order = await paid();
    expect((await ask(order, {}, bob.token)).status).toBe(404);
    expect((await ask(order, {}, sal.token)).status).toBe(404);
    expect((await ask(order, { lines: [{ toolId: order.toolId, quantity: 6 }] })).status).toBe(409);
    expect((await ask(order, { reason: '' })).status).toBe(400);
    const unpaid = await shop.order(alice.token, await shop.tool());
    expect(await (await ask(unpaid)).json()).toMatchObject({ code: 'ORDER_NOT_PAID' });
    await shop.call('POST', `/order/${order._id}/refund`, { as: sal.token, body: { reason: 'All of it', all: true } });
    expect(await (await ask(order)).json()).toMatchObject({ code: 'REFUND_TOO_LARGE' });
  });

  it('is refused with a reason, which the buyer reads in a letter and on the order, and may be asked again', async () => {
    const order = await paid();
    expect(await (await refuse(order)).json()).toMatchObject({ code: 'NO_REFUND_REQUEST' });
    await ask(order);
    const answer = await refuse(order);
    expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'refused', answer: 'They were used' }]);
    const letters = await shop.parts.database.raw<{ text: string }>(`select text from mails where subject like $1`, [
      `%refund of your order ${order.number}`,
    ]);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain('They were used');
    expect((await seen(order)).refundRequest).toMatchObject({ state: 'refused', answer: 'They were used' });
    expect((await ask(order)).status).toBe(201);
    expect((await refuse(order, alice.token)).status).toBe(403);
  });
});
