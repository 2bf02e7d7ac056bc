import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { may, ROLES } from '#contract/policy.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { byCard, giveBackForTest, sentForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [alice, bob] = await Promise.all([shop.person('Alice'), shop.person('Bob')]);
});
afterAll(() => shop.close());

const year = new Date().getUTCFullYear();
const read = async (id: string) =>
  (await (await shop.call('GET', `/order/${id}`, { as: alice.token })).json()) as Order;
async function paid(): Promise<Order> {
  const { _id } = await shop.order(alice.token, await shop.tool());
  await transaction(shop.parts.database, (tx) => moveOrder(tx, _id, 'pay', byCard(_id)));
  return read(_id);
}
const fileOf = (path: string, as?: string) => shop.call('GET', path, as === undefined ? {} : { as });

describe('an order that is paid', () => {
  it('has the next number of its year, in one order and in lists', async () => {
    const [one, two] = [await paid(), await paid()];
    expect(one.invoiceNumber).toMatch(new RegExp(`^${year}-\\d{6}$`));
    expect(Number(two.invoiceNumber?.slice(-6))).toBe(Number(one.invoiceNumber?.slice(-6)) + 1);
    const list = (await (await shop.call('GET', `/order?email=${alice.email}`, { as: alice.token })).json()) as Order[];
    expect(list.find(({ _id }) => _id === two._id)?.invoiceNumber).toBe(two.invoiceNumber);
  });

  it('keeps what its invoice says, whatever changes afterwards', async () => {
    const { _id } = await paid();
    const change = (sql: string) => shop.parts.database.raw(sql, [_id]);
    await expect(change(`update invoices set total_cents = 1 where order_id = $1`)).rejects.toThrow('stays');
    await expect(change(`delete from invoices where order_id = $1`)).rejects.toThrow('stays');
    await expect(change(`update invoices set seller = '{}' where order_id = $1`)).rejects.toThrow('stays');
  });
});

describe('GET /order/{id}/invoice.pdf', () => {
  it('answers a PDF to the buyer and to staff, and nothing to anybody else', async () => {
    const { _id, number, invoiceNumber } = await paid();
    const path = `/order/${_id}/invoice.pdf`;
    const answer = await fileOf(path, alice.token);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const nameOf = ({ headers }: Response) => headers.get('content-disposition');
    expect(nameOf(answer)).toBe(`inline; filename="invoice-${invoiceNumber}.pdf"`);
    const receipt = await fileOf(`/order/${_id}/receipt.pdf`, alice.token);
    expect(nameOf(receipt)).toBe(`inline; filename="receipt-${number}.pdf"`);
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-1\.[3-7]/);
    expect((await fileOf(path, bob.token)).status).toBe(404);
    expect((await fileOf(path)).status).toBe(401);
    for (const role of ROLES.filter((each) => each !== 'customer')) {
      const { token } = await shop.person(`Staff${role}`, role);
      expect((await fileOf(path, token)).status).toBe(may(role, 'orders.read') ? 200 : 404);
    }
  });

  it('is refused for an unpaid order, and for a size that there is not', async () => {
    const { _id } = await shop.order(alice.token, await shop.tool());
    const unpaid = await fileOf(`/order/${_id}/invoice.pdf`, alice.token);
    expect([unpaid.status, ((await unpaid.json()) as { code: string }).code]).toEqual([409, 'ORDER_NOT_PAID']);
    const paper = await fileOf(`/order/${_id}/invoice.pdf?format=a3`, alice.token);
    expect([paper.status, ((await paper.json()) as { code: string }).code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('the papers around an invoice', () => {
  const refunded = async () => {
    const order = await paid();
    const { database } = shop.parts;
    await database.raw(
      `insert into refunds (id, order_id, payment_intent_id, method, amount_cents, reason, state)
       values ($1, $2, $3, 'card', 100, 'Bent', 'due')`,
      [`r${order._id}`, order._id, `pi_${order._id}`],
    );
    return { order, refund: `r${order._id}` };
  };
  const refundsOf = async (id: string) =>
    (await (await shop.call('GET', `/order/${id}/refund`, { as: alice.token })).json()) as { creditNote?: string }[];

  it('a refund has its credit note when it was sent, once', async () => {
    const { order, refund } = await refunded();
    const path = `/order/${order._id}/refund/${refund}/credit-note.pdf`;
    expect((await fileOf(path, alice.token)).status).toBe(404);
    await sentForTest(shop, order._id);
    await sentForTest(shop, order._id);
    expect(await refundsOf(order._id)).toEqual([
      expect.objectContaining({ creditNote: expect.stringMatching(/^CN-\d{4}-\d{6}$/) }),
    ]);
    expect((await fileOf(path, alice.token)).status).toBe(200);
    expect((await fileOf(path, bob.token)).status).toBe(404);
  });

  it('credit notes of a whole order hold exactly its tax', async () => {
    const order = await paid();
    const { database } = shop.parts;
    const [{ total } = { total: 0 }] = await database.raw<{ total: number }>(
      'select total_cents as total from orders where id = $1',
      [order._id],
    );
    for (const [index, cents] of [333, 334, total - 667].entries())
      await giveBackForTest(shop, order._id, cents, `${index}${order._id}`);
    const [sums] = await database.raw<{ total: number; tax: number; invoiced: number }>(
      `select sum(total_cents) filter (where series = 'credit-note')::int as total,
         sum(tax_cents) filter (where series = 'credit-note')::int as tax,
         sum(tax_cents) filter (where series = 'invoice')::int as invoiced from invoices where order_id = $1`,
      [order._id],
    );
    expect(sums).toMatchObject({ total, tax: sums!.invoiced });
  });

  it('an unpaid order has a pro forma, a paid one none', async () => {
    const { _id } = await shop.order(alice.token, await shop.tool());
    expect((await fileOf(`/order/${_id}/pro-forma.pdf`, alice.token)).status).toBe(200);
    expect((await fileOf(`/order/${_id}/pro-forma.pdf`, bob.token)).status).toBe(404);
    expect((await fileOf(`/order/${(await paid())._id}/pro-forma.pdf`, alice.token)).status).toBe(409);
  });

  it('packing slips are for those who pack, one or many', async () => {
    const [one, two] = [await paid(), await paid()];
    const { token } = await shop.person('Walid', 'warehouse');
    expect((await fileOf(`/order/${one._id}/packing-slip.pdf`, token)).status).toBe(200);
    expect((await fileOf(`/orders/packing-slips.pdf?orders=${one._id},${two._id}`, token)).status).toBe(200);
    expect((await fileOf(`/orders/packing-slips.pdf?orders=${one._id},missing`, token)).status).toBe(404);
    expect((await fileOf('/orders/packing-slips.pdf', token)).status).toBe(400);
    expect((await fileOf(`/order/${one._id}/packing-slip.pdf`, alice.token)).status).toBe(403);
  });
});
