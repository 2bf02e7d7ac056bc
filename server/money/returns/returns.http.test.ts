import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Return } from '#contract/money/returns.ts';
import type { Settings } from '#contract/office/settings.ts';
import { join } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { owing, type Owing } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { returnCalls } from './returns-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let calls: ReturnType<typeof returnCalls>;
let fjord: Owing;
let alice: Person;
let sam: Person;
let wes: Person;
let bob: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  calls = returnCalls(shop);
  fjord = await owing(shop, 'Returns', { termsDays: 30 });
  [alice, bob] = [await shop.person('Alice'), await shop.person('Bob')];
  [sam, wes] = [await shop.person('Sam', 'sales'), await shop.person('Wes', 'warehouse')];
});
afterAll(() => shop.close());

const GONE = [404, 'RETURN_NOT_FOUND'];
/** A return of two of five shipped pieces of alice's. */
async function reported(more: object = {}, quantity = 2) {
  const { order, tools } = await calls.paid(alice.token, fjord.bea.token, [5]);
  const [tool] = tools;
  const found = await calls.opened(alice.token, order, [calls.line(tool!, quantity, more)]);
  return { order, tool: tool!, found };
}

describe('POST /return', () => {
  it('reports pieces of an order that its company owes, which nobody paid', async () => {
    const { order, tools } = await calls.owed(fjord, [10]);
    const answer = await calls.open(fjord.mia.token, order, [calls.line(tools[0]!, 3, { text: 'Bent' })], {
      message: 'Box was open',
    });
    expect(answer.status).toBe(201);
    const found = (await answer.json()) as Return;
    expect(found).toEqual({
      _id: expect.any(String),
      number: expect.stringMatching(/^R-\d{5}$/),
      orderId: order._id,
      orderNumber: order.number,
      state: 'asked',
      buyer: order.orderedBy,
      company: fjord.company.name,
      companyId: fjord.company._id,
      lines: [
        {
          toolId: tools[0]!._id,
          tool: tools[0]!.name,
          sku: tools[0]!.sku,
          quantity: 3,
          kind: 'damaged',
          wish: 'money',
          text: 'Bent',
          arrived: 0,
          restocked: 0,
          scrapped: 0,
          settled: 0,
        },
      ],
      answer: null,
      pictures: [],
      messages: [{ by: 'buyer', name: expect.any(String), text: 'Box was open', at: expect.any(String) }],
      messageCount: 1,
      creditNotes: [],
      replacements: [],
      createdAt: expect.any(String),
    });
    const letters = (await shop.lettersTo(fjord.mia.email)).map(({ subject }) => subject);
    expect(letters).toContain(`Your return ${found.number} of order ${order.number}`);
    expect((await shop.lettersTo(sam.email)).at(-1)?.text).toContain('They wrote: Bent');
  });

  it('a manager of the company reports pieces that somebody else ordered, and letters name the manager', async () => {
    const { order, tools } = await calls.owed(fjord, [4]);
    const max = await shop.person('Max');
    await join(shop, { company: fjord.company, manager: fjord.mia, person: max, role: 'manager' });
    const found = await calls.opened(max.token, order, [calls.line(tools[0]!, 1)]);
    expect((await shop.lettersTo(max.email)).at(-1)?.text).toContain('Dear Max,');
    expect((await shop.lettersTo(sam.email)).at(-1)?.subject).toBe(
      `Max (${fjord.company.name}) reports something wrong with order ${order.number}: ${found.number}`,
    );
  });

  it('takes no more than was shipped, less what other returns and refunds took', async () => {
    const { order, tools } = await calls.owed(fjord, [10], { ship: false });
    const [tool] = tools;
    const three = [calls.line(tool!, 3)];
    const none = await calls.open(fjord.mia.token, order, three);
    expect([none.status, await none.json()]).toMatchObject([
      409,
      { code: 'MORE_THAN_SHIPPED', left: 0, toolId: tool!._id, issues: [{ path: 'lines.0.quantity' }] },
    ]);
    const ship = { carrier: 'DHL', lines: [{ toolId: tool!._id, quantity: 6 }] };
    await calls.sent(await calls.call(sam.token, 'POST', `/order/${order._id}/shipment`, ship));
    const first = await calls.opened(fjord.mia.token, order, three);
    const refund = { reason: 'Bent', lines: [{ toolId: tool!._id, quantity: 1, shipped: 1 }] };
    await calls.sent(await calls.call(sam.token, 'POST', `/order/${order._id}/refund`, refund));
    const more = await calls.open(fjord.mia.token, order, three);
    expect([more.status, await more.json()]).toMatchObject([409, { code: 'MORE_THAN_SHIPPED', left: 2 }]);
    // What is withdrawn is free again.
    await calls.sent(await calls.call(fjord.mia.token, 'POST', `/return/${first._id}/withdraw`));
    expect((await calls.open(fjord.mia.token, order, [calls.line(tool!, 5)])).status).toBe(201);
    expect(await calls.codeOf(await calls.open(fjord.mia.token, order, [calls.line({ _id: 'none' }, 1)]))).toEqual([
      409,
      'MORE_THAN_SHIPPED',
    ]);
  });

  it('takes what is merely not wanted within the days that the owner allows, from the shipment on', async () => {
    const { order, tools } = await calls.paid(alice.token, fjord.bea.token, [5]);
    await shop.parts.database.raw(`update shipments set shipped_at = now() - interval '40 days' where order_id = $1`, [
      order._id,
    ]);
    const settings = (await (await shop.call('GET', '/settings', { as: fjord.bea.token })).json()) as Settings;
    expect(settings.returnDays).toBe(365);
    const edited = await shop.call('PUT', '/settings', { as: fjord.bea.token, body: { ...settings, returnDays: 30 } });
    expect(edited.status).toBe(200);
    const late = await calls.open(alice.token, order, [calls.line(tools[0]!, 1, { kind: 'unwanted' })]);
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'TOO_LATE', days: 30 }]);
    expect((await calls.open(alice.token, order, [calls.line(tools[0]!, 1)])).status).toBe(201);
  });

  it('is for who ordered, the managers of the company, and the staff', async () => {
    const { order, tools } = await calls.owed(fjord, [10]);
    const buyer = await shop.person('BuyerOfReturns');
    await join(shop, { company: fjord.company, manager: fjord.mia, person: buyer, role: 'buyer' });
    const one = [calls.line(tools[0]!, 1)];
    expect(await calls.codeOf(await calls.open(bob.token, order, one))).toEqual([404, 'ORDER_NOT_FOUND']);
    expect(await calls.codeOf(await calls.open(buyer.token, order, one))).toEqual([404, 'ORDER_NOT_FOUND']);
    expect(await calls.codeOf(await calls.open(fjord.ann.token, order, one))).toEqual([403, 'FORBIDDEN']);
    const byStaff = await calls.opened(sam.token, order, one);
    for (const { token } of [fjord.mia, sam, wes])
      expect((await calls.read(token, byStaff)).number).toBe(byStaff.number);
    for (const { token } of [bob, buyer, fjord.ann])
      expect(await calls.codeOf(await calls.call(token, 'GET', `/return/${byStaff._id}`))).toEqual(GONE);
    const letters = (await shop.lettersTo(fjord.mia.email)).map(({ subject }) => subject);
    expect(letters).toContain(`Your return ${byStaff.number} of order ${order.number}`);
  });

  it('is refused where a line is no line', async () => {
    const { order, tools } = await calls.paid(alice.token, fjord.bea.token, [5]);
    const good = calls.line(tools[0]!, 1);
    const bad: [object[], string][] = [
      [[], 'lines'],
      [[{ ...good, quantity: 0 }], 'lines.0.quantity'],
      [[{ ...good, kind: 'late' }], 'lines.0.kind'],
      [[{ ...good, wish: 'voucher' }], 'lines.0.wish'],
      [[{ ...good, text: 'x'.repeat(1_001) }], 'lines.0.text'],
      [[good, good], 'lines.1.toolId'],
    ];
    for (const [lines, path] of bad) {
      const answer = await calls.call(alice.token, 'POST', '/return', { orderId: order._id, lines });
      expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path }] }]);
    }
  });
});

describe('POST /return/{id}/answer', () => {
  it('agrees once, with what is to be done; then there is a slip', async () => {
    const { found } = await reported();
    const slip = () => calls.call(alice.token, 'GET', `/return/${found._id}/slip.pdf`);
    expect(await calls.codeOf(await slip())).toEqual([409, 'RETURN_NOT_AGREED']);
    expect(await calls.codeOf(await calls.answer(wes.token, found))).toEqual([403, 'FORBIDDEN']);
    expect(await calls.codeOf(await calls.answer(alice.token, found))).toEqual([403, 'FORBIDDEN']);
    const body = { agree: true, sendBack: true, until: '2099-01-31', instructions: 'Use the box', fee: 5 };
    const agreed = await calls.sent<Return>(await calls.answer(sam.token, found, body));
    expect(agreed).toMatchObject({
      state: 'agreed',
      answer: { sendBack: true, until: '2099-01-31', instructions: 'Use the box', fee: 5 },
    });
    expect(await calls.codeOf(await calls.answer(sam.token, found))).toEqual([409, 'RETURN_ANSWERED']);
    const pdf = await slip();
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(await calls.codeOf(await calls.call(bob.token, 'GET', `/return/${found._id}/slip.pdf`))).toEqual(GONE);
    expect((await shop.lettersTo(alice.email)).at(-1)?.text).toContain('Use the box');
  });

  it('refuses with a reason, which the buyer reads; then nothing more is done to it but said', async () => {
    const { found } = await reported();
    const answer = await calls.answer(sam.token, found, { agree: false });
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: 'reason' }] }]);
    const refused = await calls.sent<Return>(
      await calls.answer(sam.token, found, { agree: false, reason: 'Worn out' }),
    );
    expect(refused).toMatchObject({ state: 'refused', reason: 'Worn out', answer: null });
    expect((await shop.lettersTo(alice.email)).at(-1)?.text).toContain('Worn out');
    const over = [409, 'RETURN_OVER'];
    const { lines } = found;
    const one = [{ toolId: lines[0]!.toolId, quantity: 1, as: 'money' }];
    expect(await calls.codeOf(await calls.answer(sam.token, found))).toEqual(over);
    expect(await calls.codeOf(await calls.settle(sam.token, found, one))).toEqual(over);
    expect(
      await calls.codeOf(await calls.arrive(wes.token, found, [{ toolId: lines[0]!.toolId, quantity: 1 }])),
    ).toEqual(over);
    expect(await calls.codeOf(await calls.call(alice.token, 'POST', `/return/${found._id}/withdraw`))).toEqual(over);
    const said = await calls.call(alice.token, 'POST', `/return/${found._id}/message`, { text: 'It was new' });
    expect(await calls.sent<Return>(said)).toMatchObject({ messages: [{ by: 'buyer', text: 'It was new' }] });
    expect((await shop.lettersTo(sam.email)).at(-1)?.text).toContain('It was new');
  });

  it('takes no day that is over, and no fee above what the pieces cost', async () => {
    const { found } = await reported();
    const past = await calls.answer(sam.token, found, { agree: true, until: '2020-01-31' });
    expect([past.status, await past.json()]).toMatchObject([400, { issues: [{ path: 'until' }] }]);
    const dear = await calls.answer(sam.token, found, { agree: true, fee: 20.01 });
    expect([dear.status, await dear.json()]).toMatchObject([400, { issues: [{ path: 'fee' }] }]);
    expect((await calls.answer(sam.token, found, { agree: true, fee: 20 })).status).toBe(200);
  });
});

describe('POST /return/{id}/arrival', () => {
  it('counts pieces into stock, scrap or back, and adds up to the line', async () => {
    const { found, tool } = await reported({}, 3);
    const before = await calls.stock(tool);
    const one = { toolId: tool._id, quantity: 1 };
    expect(await calls.codeOf(await calls.arrive(wes.token, found, [one]))).toEqual([409, 'RETURN_NOT_AGREED']);
    await calls.answer(sam.token, found);
    expect(await calls.codeOf(await calls.arrive(alice.token, found, [one]))).toEqual([403, 'FORBIDDEN']);
    const first = await calls.arrive(wes.token, found, [{ ...one, quantity: 2, restocked: 1, scrapped: 1 }]);
    expect(await calls.sent<Return>(first)).toMatchObject({
      state: 'arrived',
      lines: [{ arrived: 2, restocked: 1, scrapped: 1 }],
    });
    expect(await calls.stock(tool)).toBe(before + 1);
    expect((await shop.lettersTo(alice.email)).at(-1)?.text).toContain('1 piece is still to come');
    const many = await calls.arrive(wes.token, found, [{ ...one, quantity: 2 }]);
    expect([many.status, await many.json()]).toMatchObject([
      409,
      { code: 'MORE_THAN_RETURNED', left: 1, issues: [{ path: 'lines.0.quantity' }] },
    ]);
    const wrong = await calls.arrive(wes.token, found, [{ ...one, restocked: 1, scrapped: 1 }]);
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { issues: [{ path: 'lines.0.restocked' }] }]);
    expect(await calls.sent<Return>(await calls.arrive(wes.token, found, [one]))).toMatchObject({
      lines: [{ arrived: 3, restocked: 1, scrapped: 1 }],
    });
    const history = (await (await shop.call('GET', `/tool/${tool._id}/stock-history`, { as: wes.token })).json()) as {
      kind: string;
      reason: string;
    }[];
    expect(history[0]).toMatchObject({ kind: 'returned', reason: expect.stringContaining(found.number) });
  });

  it('expects nothing of what is missing', async () => {
    const { found, tool } = await reported({ kind: 'missing' });
    await calls.answer(sam.token, found);
    const answer = await calls.arrive(wes.token, found, [{ toolId: tool._id, quantity: 1 }]);
    expect(await calls.codeOf(answer)).toEqual([409, 'MORE_THAN_RETURNED']);
  });

  it('has nothing of what is missing sent back, whatever was answered', async () => {
    const { found } = await reported({ kind: 'missing' });
    const answer = await calls.call(sam.token, 'POST', `/return/${found._id}/answer`, { agree: true, sendBack: true });
    expect(((await answer.json()) as Return).answer).toMatchObject({ sendBack: false });
    expect((await shop.lettersTo(alice.email)).at(-1)?.text).toContain('you need not send anything back');
  });
});

describe('ending a return', () => {
  it('its buyer withdraws it until pieces arrive; staff do not', async () => {
    const { found, tool } = await reported();
    const withdraw = (as: string) => calls.call(as, 'POST', `/return/${found._id}/withdraw`);
    expect(await calls.codeOf(await withdraw(sam.token))).toEqual([403, 'FORBIDDEN']);
    expect(await calls.codeOf(await withdraw(bob.token))).toEqual(GONE);
    await calls.answer(sam.token, found);
    await calls.arrive(wes.token, found, [{ toolId: tool._id, quantity: 1, scrapped: 1 }]);
    expect(await calls.codeOf(await withdraw(alice.token))).toEqual([409, 'RETURN_ANSWERED']);
  });

  it('staff close it with pieces that never came, which may be reported anew', async () => {
    const { found, tool, order } = await reported({}, 5);
    const close = () => calls.call(sam.token, 'POST', `/return/${found._id}/close`, { reason: 'Never came' });
    expect(await calls.codeOf(await close())).toEqual([409, 'RETURN_NOT_AGREED']);
    await calls.answer(sam.token, found);
    expect(await calls.sent<Return>(await close())).toMatchObject({ state: 'closed', reason: 'Never came' });
    expect((await shop.lettersTo(alice.email)).at(-1)?.text).toContain('Never came');
    expect((await calls.open(alice.token, order, [calls.line(tool, 5)])).status).toBe(201);
  });
});

describe('GET /returns', () => {
  it('lists by state and age, finds by number, order and tool, and pages', async () => {
    const dora = await shop.person('Dora');
    const found: Return[] = [];
    for (let count = 0; count < 3; count++) {
      const { order, tools } = await calls.paid(dora.token, fjord.bea.token, [2]);
      found.push(await calls.opened(dora.token, order, [calls.line(tools[0]!, 1)]));
    }
    const list = async (query: string, as = dora.token) =>
      (await calls.sent<Return[]>(await calls.call(as, 'GET', `/returns${query}`))).map(({ number }) => number);
    const numbers = found.map(({ number }) => number);
    expect(await list('')).toEqual(numbers.toReversed());
    expect(await list('?sort=oldest')).toEqual(numbers);
    expect(await list(`?q=${numbers[1]!.toLowerCase()}`)).toEqual([numbers[1]]);
    // Another's number may be the same as this order's.
    expect(await list(`?q=${found[2]!.orderNumber}`)).toContain(numbers[2]);
    expect(await list(`?q=${encodeURIComponent(found[0]!.lines[0]!.sku!)}`)).toEqual([numbers[0]]);
    expect(await list(`?orderId=${found[0]!.orderId}`)).toEqual([numbers[0]]);
    await calls.answer(sam.token, found[0]!, { agree: false, reason: 'No' });
    expect(await list('?state=refused')).toEqual([numbers[0]]);
    expect(await list('?state=open')).toEqual([numbers[2], numbers[1]]);
    expect(await list('', bob.token)).toEqual([]);
    expect(await list(`?q=${numbers[1]}`, wes.token)).toEqual([numbers[1]]);
    for (const sort of ['newest', 'oldest']) {
      const first = await calls.call(dora.token, 'GET', `/returns?limit=2&sort=${sort}`);
      expect(first.headers.get('x-total-count')).toBe('3');
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
      const rest = await calls.sent<Return[]>(await calls.call(dora.token, 'GET', next!));
      expect(rest.map(({ number }) => number)).toEqual([sort === 'newest' ? numbers[0] : numbers[2]]);
    }
  });
});
