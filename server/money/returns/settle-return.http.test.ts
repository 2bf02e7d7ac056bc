import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Return } from '#contract/money/returns.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Figures } from '#contract/money/figures.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { owing, type Owing, sumsAgree } from '#server/money/account/account-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { returnCalls } from './returns-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let calls: ReturnType<typeof returnCalls>;
let fjord: Owing;
let sam: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  calls = returnCalls(shop);
  fjord = await owing(shop, 'Settling', { termsDays: 30 });
  sam = await shop.person('Sam', 'sales');
});
afterAll(() => shop.close());

const orderOf = async (id: string) => calls.sent<Order>(await calls.call(fjord.mia.token, 'GET', `/order/${id}`));
const refundsOf = async ({ _id }: Order) =>
  calls.sent<Refund[]>(await calls.call(fjord.bea.token, 'GET', `/order/${_id}/refund`));
const money = (toolId: string, quantity: number) => ({ toolId, quantity, as: 'money' });
const replacement = (toolId: string, quantity: number) => ({ toolId, quantity, as: 'replacement' });

/** A return of so many of ten shipped pieces at $10, agreed to and arrived. */
async function arrived(quantity: number, answer: object = {}) {
  const { order, tools } = await calls.owed(fjord, [10]);
  const toolId = tools[0]!._id;
  const found = await calls.opened(fjord.mia.token, order, [calls.line(tools[0]!, quantity)]);
  await calls.sent(await calls.answer(sam.token, found, { agree: true, ...answer }));
  await calls.sent(await calls.arrive(sam.token, found, [{ toolId, quantity, scrapped: quantity }]));
  return { order, tool: tools[0]!, toolId, found };
}

describe('POST /return/{id}/settle as money', () => {
  it('takes what is owed less, by a credit note that names its invoice and the return', async () => {
    const { order, toolId, found } = await arrived(3);
    const settled = await calls.sent<Return>(await calls.settle(sam.token, found, [money(toolId, 3)]));
    expect(settled).toMatchObject({
      state: 'closed',
      lines: [{ settled: 3 }],
      creditNotes: [expect.stringMatching(/^CN-\d{4}-\d{6}$/)],
    });
    const [refund] = await refundsOf(order);
    expect(refund).toMatchObject({
      amount: 30,
      reason: `Return ${found.number}`,
      creditNote: settled.creditNotes[0],
      lines: [{ toolId, quantity: 3, backToStock: 0 }],
    });
    expect(await orderOf(order._id)).toMatchObject({ refunded: 30, lines: [{ refunded: 3, shipped: 10, left: 0 }] });
    expect((await fjord.entries())[0]).toMatchObject({ kind: 'credit-note', amount: -30 });
    expect(await sumsAgree(fjord)).toBe(true);
    const [paper] = await shop.parts.database.raw<{ model: { note: string; corrects: { number: string } } }>(
      `select document -> 'model' as model from invoices where number = $1`,
      [settled.creditNotes[0]],
    );
    expect([paper!.model.note, paper!.model.corrects.number]).toEqual([`Return ${found.number}`, order.invoiceNumber]);
    const letters = (await shop.lettersTo(fjord.mia.email)).map(({ subject }) => subject);
    expect(letters).toContain(`Your return ${found.number} is settled`);
  });

  it('goes back the way that it came', async () => {
    const dora = await shop.person('Dora');
    const { order, tools } = await calls.paid(dora.token, fjord.bea.token, [4]);
    const found = await calls.opened(dora.token, order, [calls.line(tools[0]!, 1, { kind: 'missing' })]);
    await calls.sent(await calls.answer(sam.token, found));
    await calls.sent(await calls.settle(sam.token, found, [money(tools[0]!._id, 1)]));
    const kinds = await shop.parts.database.raw(
      `select method, state, amount_cents as cents from refunds where order_id = $1`,
      [order._id],
    );
    expect(kinds).toEqual([{ method: 'transfer', state: 'sent', cents: 1_000 }]);
  });

  it('keeps the fee once, with its tax, however often it is settled', async () => {
    const settings = await calls.sent<Settings>(await calls.call(fjord.bea.token, 'GET', '/settings'));
    const tax = [{ country: 'NO', percent: 25, name: 'MVA' }];
    const taxed = await calls.call(fjord.bea.token, 'PUT', '/settings', { ...settings, tax });
    const { version } = await calls.sent<Settings>(taxed);
    const body = { deliveryAddress: { street: '1 Dock Road', postalCode: '1', town: 'Bergen', country: 'NO' } };
    const tool = await shop.tool({ name: 'Taxed return', price: 10 });
    const placed = await calls.call(fjord.mia.token, 'POST', '/order', {
      ...body,
      name: 'Mia',
      phone: '5',
      companyId: fjord.company._id,
      pay: 'account',
      lines: [{ toolId: tool._id, quantity: 4 }],
    });
    const order = await calls.sent<Order>(placed);
    expect(order.price).toBe(50);
    await calls.sent(await calls.call(sam.token, 'POST', `/order/${order._id}/shipment`, { carrier: 'DHL' }));
    const found = await calls.opened(fjord.mia.token, order, [calls.line(tool, 4)]);
    await calls.sent(await calls.answer(sam.token, found, { agree: true, sendBack: false, fee: 15 }));
    // A piece with its tax is $12.50: all of the first goes into the fee, and what is left of that into the second.
    expect(await calls.sent<Return>(await calls.settle(sam.token, found, [money(tool._id, 1)]))).toMatchObject({
      state: 'agreed',
      creditNotes: [],
      lines: [{ settled: 1 }],
    });
    await calls.sent(await calls.settle(sam.token, found, [money(tool._id, 1)]));
    await calls.sent(await calls.settle(sam.token, found, [money(tool._id, 2)]));
    const refunds = await refundsOf(order);
    expect(refunds.map(({ amount, tax: part }) => [amount, part])).toEqual([
      [10, 2],
      [25, 5],
    ]);
    const [paper] = await shop.parts.database.raw<{ extras: { name: string; cents: number }[] }>(
      `select document -> 'model' -> 'extras' as extras from invoices where number = $1`,
      [refunds[0]!.creditNote],
    );
    expect(paper!.extras).toEqual([{ name: 'Return fee', cents: -200 }]);
    const over = await calls.call(sam.token, 'POST', `/order/${order._id}/refund`, {
      reason: 'Again',
      lines: [{ toolId: tool._id, quantity: 1 }],
    });
    expect(await calls.codeOf(over)).toEqual([409, 'MORE_THAN_ORDERED']);
    await calls.sent(await calls.call(fjord.bea.token, 'PUT', '/settings', { ...settings, tax: [], version }));
  });

  it('is refused before it is agreed, before pieces arrive, and beyond what arrived or was settled', async () => {
    const { order, tools } = await calls.owed(fjord, [10]);
    const toolId = tools[0]!._id;
    const found = await calls.opened(fjord.mia.token, order, [calls.line(tools[0]!, 3)]);
    const settle = (quantity: number, as = sam.token) => calls.settle(as, found, [money(toolId, quantity)]);
    expect(await calls.codeOf(await settle(1))).toEqual([409, 'RETURN_NOT_AGREED']);
    await calls.sent(await calls.answer(sam.token, found));
    expect(await calls.codeOf(await settle(1))).toEqual([409, 'NOT_ARRIVED']);
    await calls.sent(await calls.arrive(sam.token, found, [{ toolId, quantity: 2, scrapped: 2 }]));
    const more = await settle(3);
    expect([more.status, await more.json()]).toMatchObject([
      409,
      { code: 'NOT_ARRIVED', left: 2, issues: [{ path: 'lines.0.quantity' }] },
    ]);
    expect(await calls.codeOf(await settle(4))).toEqual([409, 'MORE_THAN_RETURNED']);
    expect(await calls.codeOf(await settle(1, fjord.mia.token))).toEqual([403, 'FORBIDDEN']);
    const other = await calls.settle(sam.token, found, [money('none', 1)]);
    expect(await calls.codeOf(other)).toEqual([409, 'MORE_THAN_RETURNED']);
    expect(await calls.sent<Return>(await settle(2))).toMatchObject({ state: 'arrived', lines: [{ settled: 2 }] });
    expect(await calls.codeOf(await settle(1))).toEqual([409, 'NOT_ARRIVED']);
    expect(await calls.codeOf(await settle(2))).toEqual([409, 'MORE_THAN_RETURNED']);
  });

  it('with a key it is done once', async () => {
    const { order, toolId, found } = await arrived(2);
    const key = { 'idempotency-key': `settle-${found._id}` };
    const answers = [
      await calls.settle(sam.token, found, [money(toolId, 1)], key),
      await calls.settle(sam.token, found, [money(toolId, 1)], key),
    ];
    expect(await answers[1]!.json()).toEqual(await answers[0]!.json());
    expect(await refundsOf(order)).toHaveLength(1);
    const other = await calls.settle(sam.token, found, [money(toolId, 2)], key);
    expect(await calls.codeOf(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });

  it('keeps to what those who sell may give back', async () => {
    const { toolId, found } = await arrived(5);
    const settings = await calls.sent<Settings>(await calls.call(fjord.bea.token, 'GET', '/settings'));
    const limited = { ...settings, salesRefundLimit: 20 };
    const { version } = await calls.sent<Settings>(await calls.call(fjord.bea.token, 'PUT', '/settings', limited));
    const answer = await calls.settle(sam.token, found, [money(toolId, 5)]);
    expect(await calls.codeOf(answer)).toEqual([403, 'REFUND_LIMIT']);
    expect((await calls.settle(fjord.bea.token, found, [money(toolId, 5)])).status).toBe(200);
    await calls.sent(await calls.call(fjord.bea.token, 'PUT', '/settings', { ...settings, version }));
  });
});

describe('POST /return/{id}/settle as a replacement', () => {
  it('is an order at no price that names the return, takes stock, ships, and never has an invoice', async () => {
    const { order, tool, toolId, found } = await arrived(3);
    const before = await calls.stock(tool);
    const settled = await calls.sent<Return>(await calls.settle(sam.token, found, [replacement(toolId, 2)]));
    expect(settled).toMatchObject({ state: 'arrived', creditNotes: [], lines: [{ settled: 2 }] });
    expect(await calls.stock(tool)).toBe(before - 2);
    const made = await orderOf(settled.replacementOrderId!);
    expect(made).toMatchObject({
      state: 'paid',
      paid: true,
      price: 0,
      freight: 0,
      tax: 0,
      returnId: found._id,
      companyId: fjord.company._id,
      address: order.address,
      lines: [{ toolId, quantity: 2, price: 0, left: 2 }],
      fulfilment: 'none',
    });
    expect(made.invoiceNumber).toBeUndefined();
    expect(settled.replacements).toEqual([{ orderId: made._id, number: made.number }]);
    const ready = await calls.sent<Order[]>(await calls.call(sam.token, 'GET', '/orders?fulfilment=ready'));
    expect(ready.map(({ _id }) => _id)).toContain(made._id);
    for (const paper of ['invoice.pdf', 'receipt.pdf'])
      expect(await calls.codeOf(await calls.call(fjord.mia.token, 'GET', `/order/${made._id}/${paper}`))).toEqual([
        409,
        'ORDER_NOT_PAID',
      ]);
    const slip = await calls.call(sam.token, 'GET', `/order/${made._id}/packing-slip.pdf`);
    expect(slip.status).toBe(200);
    await calls.sent(await calls.call(sam.token, 'POST', `/order/${made._id}/shipment`, { carrier: 'DHL' }));
    expect(await orderOf(made._id)).toMatchObject({ fulfilment: 'all' });
    expect(await shop.parts.database.raw('select 1 from invoices where order_id = $1', [made._id])).toEqual([]);
    // Nothing was refunded for the pieces, and nothing will be.
    const all = await calls.call(sam.token, 'POST', `/order/${order._id}/refund`, { reason: 'All', all: true });
    expect(await calls.sent<Refund>(all)).toMatchObject({ amount: 70, lines: [{ quantity: 7 }] });
    expect(await calls.sent<Return>(await calls.settle(sam.token, found, [money(toolId, 1)]))).toMatchObject({
      state: 'closed',
    });
    expect(await orderOf(order._id)).toMatchObject({ refunded: 80, lines: [{ refunded: 8 }] });
  });

  it('is no order among the sales', async () => {
    await shop.atRest();
    const figures = async () =>
      (await calls.sent<Figures>(await calls.call(fjord.bea.token, 'GET', '/figures?days=7'))).days.at(-1);
    const { toolId, found } = await arrived(1);
    await shop.atRest();
    const before = await figures();
    await calls.sent(await calls.settle(sam.token, found, [replacement(toolId, 1)]));
    await shop.atRest();
    expect(await figures()).toEqual(before);
  });

  it('waits for announced goods where the stock is empty, and is refused where there are none', async () => {
    const { tool, toolId, found } = await arrived(2);
    const stock = await calls.stock(tool);
    await calls.sent(
      await calls.call(sam.token, 'POST', `/tool/${toolId}/stock`, { change: -stock, reason: 'Counted' }),
    );
    const answer = await calls.settle(sam.token, found, [replacement(toolId, 2)]);
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'OUT_OF_STOCK', issues: [{ path: 'lines.0.quantity' }] },
    ]);
    await shop.parts.database.raw(`update tools set backorder_kind = 'incoming' where id = $1`, [toolId]);
    const batch = { quantity: 5, day: '2099-01-31' };
    await calls.sent(await calls.call(sam.token, 'POST', `/tool/${toolId}/incoming`, batch));
    const settled = await calls.sent<Return>(await calls.settle(sam.token, found, [replacement(toolId, 2)]));
    expect(await orderOf(settled.replacementOrderId!)).toMatchObject({
      lines: [{ awaited: [{ quantity: 2, day: '2099-01-31' }] }],
    });
  });

  it('can be deleted by nobody, closed by staff, and returned, but for no money', async () => {
    const { tool, toolId, found } = await arrived(2);
    const { replacementOrderId: id } = await calls.sent<Return>(
      await calls.settle(sam.token, found, [replacement(toolId, 2)]),
    );
    expect(await calls.codeOf(await calls.call(fjord.mia.token, 'DELETE', `/order/${id}`))).toEqual([
      409,
      'ORDER_PAID',
    ]);
    expect(await calls.codeOf(await calls.call(sam.token, 'POST', `/order/${id}/refund`, { all: true }))).toEqual([
      409,
      'ORDER_NOT_PAID',
    ]);
    const ship = { carrier: 'DHL', lines: [{ toolId, quantity: 1 }] };
    await calls.sent(await calls.call(sam.token, 'POST', `/order/${id}/shipment`, ship));
    const before = await calls.stock(tool);
    await calls.sent(await calls.call(sam.token, 'POST', `/order/${id}/close`, { reason: 'One is enough' }));
    expect(await calls.stock(tool)).toBe(before + 1);
    const again = await calls.opened(fjord.mia.token, { _id: id! }, [calls.line(tool, 1)]);
    await calls.sent(await calls.answer(sam.token, again, { agree: true, sendBack: false }));
    expect(await calls.codeOf(await calls.settle(sam.token, again, [money(toolId, 1)]))).toEqual([
      409,
      'ORDER_NOT_PAID',
    ]);
    expect((await calls.settle(sam.token, again, [replacement(toolId, 1)])).status).toBe(200);
  });
});

describe('no piece is given back twice', () => {
  it('a refund by lines leaves those in a return alone', async () => {
    const { order, tools } = await calls.owed(fjord, [10]);
    const toolId = tools[0]!._id;
    await calls.opened(fjord.mia.token, order, [calls.line(tools[0]!, 6)]);
    const refund = (quantity: number) =>
      calls.call(sam.token, 'POST', `/order/${order._id}/refund`, { reason: 'Bent', lines: [{ toolId, quantity }] });
    const more = await refund(5);
    expect([more.status, await more.json()]).toMatchObject([409, { code: 'MORE_THAN_ORDERED', left: 4 }]);
    expect((await refund(4)).status).toBe(201);
    const none = await calls.call(sam.token, 'POST', `/order/${order._id}/refund`, { reason: 'All', all: true });
    expect([none.status, await none.json()]).toMatchObject([422, { code: 'REFUND_TOO_LARGE', refundable: 0 }]);
  });

  it('once all money of an order went back, nothing more is given for its pieces', async () => {
    const { order, toolId, found } = await arrived(3);
    await calls.sent(
      await calls.call(fjord.bea.token, 'POST', `/order/${order._id}/refund`, { reason: 'Sorry', amount: 100 }),
    );
    const settle = (line: object) => calls.settle(fjord.bea.token, found, [line]);
    expect(await calls.codeOf(await settle(money(toolId, 1)))).toEqual([422, 'REFUND_TOO_LARGE']);
    expect(await calls.codeOf(await settle(replacement(toolId, 1)))).toEqual([409, 'ORDER_REFUNDED']);
  });

  it('of ten who settle the same piece at once, one does', async () => {
    const { order, toolId, found } = await arrived(1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        calls.settle(sam.token, found, [index % 2 === 0 ? money(toolId, 1) : replacement(toolId, 1)]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { replacements } = await calls.read(sam.token, found);
    expect(replacements.length + (await refundsOf(order)).length).toBe(1);
  });
});

it('an order that is invoiced as it leaves gets a credit note for the invoice that the pieces are on, less the fee', async () => {
  const settings = await calls.sent<Settings>(await calls.call(fjord.bea.token, 'GET', '/settings'));
  const byDelivery = { ...settings, invoicing: 'delivery' };
  const { version } = await calls.sent<Settings>(await calls.call(fjord.bea.token, 'PUT', '/settings', byDelivery));
  const { order, tools } = await calls.owed(fjord, [6], { ship: false });
  const toolId = tools[0]!._id;
  for (const quantity of [4, 2])
    await calls.sent(
      await calls.call(sam.token, 'POST', `/order/${order._id}/shipment`, {
        carrier: 'DHL',
        lines: [{ toolId, quantity }],
      }),
    );
  const found = await calls.opened(fjord.mia.token, order, [calls.line(tools[0]!, 3)]);
  await calls.sent(await calls.answer(sam.token, found, { agree: true, sendBack: false, fee: 5 }));
  const settled = await calls.sent<Return>(await calls.settle(sam.token, found, [money(toolId, 3)]));
  const papers = await shop.parts.database.raw<{ series: string; total: number; corrects: string | null }>(
    `select series, total_cents as total, document -> 'model' -> 'corrects' ->> 'number' as corrects from invoices
     where order_id = $1 order by issued_at, sequence`,
    [order._id],
  );
  const notes = papers.filter(({ series }) => series === 'credit-note');
  expect(notes.map(({ total }) => total).toSorted()).toEqual([1_000, 1_500]);
  expect(new Set(notes.map(({ corrects }) => corrects)).size).toBe(2);
  expect(settled).toMatchObject({ state: 'closed', creditNotes: [expect.any(String), expect.any(String)] });
  await calls.sent(await calls.call(fjord.bea.token, 'PUT', '/settings', { ...settings, version }));
});

it('the accounts are as they must be after all of this', async () => {
  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
});
