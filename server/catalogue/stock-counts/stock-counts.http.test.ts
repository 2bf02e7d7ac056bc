import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { StockEntry } from '#contract/catalogue/stock-changes.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let wes: Person;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  wes = await shop.person('Wes', 'warehouse');
  alice = await shop.person('Alice');
});
afterAll(() => shop.close());

const shelf = (code: string, as = wes) => shop.call('GET', `/shelf?${new URLSearchParams({ code })}`, { as: as.token });
const shelfOf = async (code: string) => (await (await shelf(code)).json()) as Shelf;
const count = (lines: object[], headers: Record<string, string> = {}) =>
  shop.call('POST', '/stock-count', { as: wes.token, body: { lines }, headers });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as ErrorBody).code];
const stockOf = async ({ _id }: Tool) =>
  ((await (await shop.call('GET', `/tool/${_id}`)).json()) as Tool).availableQuantity;

describe('GET /shelf', () => {
  it('finds a tool by its stock number however it is written, and by its bar code', async () => {
    const tool = await shop.tool({
      name: 'Counted rasp',
      sku: 'CR-10/2',
      gtin: '4006381333931',
      availableQuantity: 40,
    });
    for (const code of ['CR-10/2', 'cr 10 2', 'CR102', '4006381333931', ' CR-10/2 '])
      expect(await shelfOf(code)).toEqual({
        toolId: tool._id,
        tool: 'Counted rasp',
        sku: 'CR-10/2',
        pack: null,
        availableQuantity: 40,
        toShip: 0,
        onShelf: 40,
      });
    expect(await codeOf(await shelf('CR-10'))).toEqual([404, 'TOOL_NOT_FOUND']);
    expect(await codeOf(await shelf('--'))).toEqual([404, 'TOOL_NOT_FOUND']);
  });

  it('says which of two is meant only where one has exactly that number', async () => {
    const one = await shop.tool({ sku: 'AM-1' });
    await shop.tool({ sku: 'AM1' });
    expect((await shelfOf('AM-1')).toolId).toBe(one._id);
    expect(await codeOf(await shelf('am.1'))).toEqual([409, 'AMBIGUOUS_TOOL']);
  });

  it('counts what is sold and has not left the house, and no more once it has or is called off', async () => {
    const tool = await shop.tool({ sku: 'SOLD-1', availableQuantity: 100 });
    const [kept, gone] = [await shop.order(alice.token, tool, 10), await shop.order(alice.token, tool, 5)];
    expect(await shelfOf('SOLD-1')).toMatchObject({ availableQuantity: 85, toShip: 15, onShelf: 100 });
    await shop.call('DELETE', `/order/${gone._id}`, { as: alice.token });
    expect(await shelfOf('SOLD-1')).toMatchObject({ availableQuantity: 90, toShip: 10, onShelf: 100 });
    await payForTest(shop, kept._id);
    const parcel = { carrier: 'DHL', lines: [{ toolId: tool._id, quantity: 4 }] };
    expect((await shop.call('POST', `/order/${kept._id}/shipment`, { as: wes.token, body: parcel })).status).toBe(201);
    expect(await shelfOf('SOLD-1')).toMatchObject({ availableQuantity: 90, toShip: 6, onShelf: 96 });
  });

  it('is the warehouse’s alone', async () => {
    expect((await shelf('SOLD-1', alice)).status).toBe(403);
    expect((await shop.call('GET', '/shelf?code=SOLD-1')).status).toBe(401);
  });
});

describe('POST /stock-count', () => {
  const line = (tool: Tool, expected: number, counted: number, reason?: string) => ({
    toolId: tool._id,
    expected,
    counted,
    ...(reason === undefined ? {} : { reason }),
  });

  it('corrects each by its difference, with its reason in the history; a sale meanwhile stays sold', async () => {
    const [more, less, same] = [
      await shop.tool({ availableQuantity: 50 }),
      await shop.tool({ availableQuantity: 50 }),
      await shop.tool({ availableQuantity: 50 }),
    ];
    await shop.order(alice.token, less, 20);
    const answer = await count([
      line(more, 50, 53, 'Found behind the rack'),
      line(less, 50, 48, 'Broken'),
      line(same, 50, 50),
    ]);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      [
        { toolId: more._id, change: 3, availableQuantity: 53 },
        { toolId: less._id, change: -2, availableQuantity: 28 },
        { toolId: same._id, change: 0, availableQuantity: 50 },
      ],
    ]);
    const history = await shop.call('GET', `/tool/${less._id}/stock-history`, { as: wes.token });
    expect(((await history.json()) as StockEntry[])[0]).toMatchObject({
      kind: 'counted',
      change: -2,
      reason: 'Broken',
    });
    expect(await stockOf(less)).toBe(28);
  });

  it('writes all or nothing, and says which line was in the way', async () => {
    const [one, other] = [await shop.tool({ availableQuantity: 10 }), await shop.tool({ availableQuantity: 10 })];
    const refused = await count([line(one, 10, 12, 'Found'), line(other, 30, 5, 'Lost')]);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'OUT_OF_STOCK', issues: [{ path: 'lines.1.counted' }] });
    const unknown = await count([
      line(one, 10, 12, 'Found'),
      { toolId: 'nothing', expected: 1, counted: 2, reason: 'x' },
    ]);
    expect(await codeOf(unknown)).toEqual([404, 'TOOL_NOT_FOUND']);
    expect(await stockOf(one)).toBe(10);
  });

  it('is written once, whatever the retry', async () => {
    const tool = await shop.tool({ availableQuantity: 10 });
    const key = { 'idempotency-key': `shelf-${tool._id}` };
    const first = await (await count([line(tool, 10, 14, 'Found')], key)).json();
    expect(await (await count([line(tool, 10, 14, 'Found')], key)).json()).toEqual(first);
    expect(await codeOf(await count([line(tool, 10, 15, 'Found')], key))).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect(await stockOf(tool)).toBe(14);
  });

  it('with the key of another count is refused, whichever tools it is of', async () => {
    const [one, other] = [await shop.tool({ availableQuantity: 10 }), await shop.tool({ availableQuantity: 10 })];
    const key = { 'idempotency-key': `row-${one._id}` };
    const lines = [line(one, 10, 12, 'Found'), line(other, 10, 9, 'Broken')];
    const first = await (await count(lines, key)).json();
    expect(await (await count(lines, key)).json()).toEqual(first);
    const third = await shop.tool({ availableQuantity: 10 });
    for (const others of [[line(third, 10, 11, 'Found')], lines.slice(0, 1), lines.slice(1)])
      expect(await codeOf(await count(others, key))).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect([await stockOf(one), await stockOf(other), await stockOf(third)]).toEqual([12, 9, 10]);
  });

  it.each([
    ['no line', [], 'lines'],
    ['a difference without a reason', [{ toolId: 'x', expected: 1, counted: 2 }], 'lines.0.reason'],
    ['less than nothing', [{ toolId: 'x', expected: 1, counted: -2, reason: 'x' }], 'lines.0.counted'],
    [
      'a tool twice',
      [
        { toolId: 'x', expected: 1, counted: 1 },
        { toolId: 'x', expected: 1, counted: 1 },
      ],
      'lines.1.toolId',
    ],
    ['501 tools', Array.from({ length: 501 }, (_, n) => ({ toolId: `t${n}`, expected: 1, counted: 1 })), 'lines'],
  ])('refuses %s', async (_what, lines, path) => {
    const answer = await count(lines);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as ErrorBody).issues?.map((issue) => issue.path)).toEqual([path]);
  });
});
