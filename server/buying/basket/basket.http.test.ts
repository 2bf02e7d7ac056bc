import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Basket, Priced } from '#contract/buying/basket.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let buyer: Person;
let spanner: Tool;
let hammer: Tool;
let people = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  const priceBreaks = [{ from: 48, price: 3.4 }];
  const carton = { quantityStep: 12, minOrderQuantity: 24, availableQuantity: 250, weight: 90, priceBreaks };
  spanner = await shop.tool({ name: 'Spanner 13 mm', sku: 'SP-13', price: 3.85, ...carton });
  hammer = await shop.tool({ name: 'Sledge', price: 10, availableQuantity: 40 });
});
beforeEach(async () => {
  buyer = await shop.person(`Buyer${++people}`);
});
afterAll(() => shop.close());

const price = async (lines: unknown, more: object = {}) => shop.call('POST', '/price', { body: { lines, ...more } });
const priced = async (lines: unknown, more: object = {}) => (await (await price(lines, more)).json()) as Priced;
const line = (tool: Tool, quantity: number) => ({ toolId: tool._id, quantity });

describe('POST /price', () => {
  it('says of each line what it costs, what is wrong and what comes next', async () => {
    const answer = await priced([line(spanner, 24), line(spanner, 48)].slice(0, 1));
    expect(answer.lines).toEqual([
      {
        toolId: spanner._id,
        tool: 'Spanner 13 mm',
        sku: 'SP-13',
        buyerNumber: null,
        image: spanner.image,
        quantity: 24,
        unit: null,
        unitName: null,
        unitQuantity: null,
        priceUnit: 1,
        packs: [],
        unitPrice: 3.85,
        price: 92.4,
        availableQuantity: 250,
        orderable: 250,
        later: [],
        promises: [{ quantity: 24, day: null }],
        minOrderQuantity: 24,
        quantityStep: 12,
        problem: null,
        suggestion: null,
        nextBreak: { from: 48, unitPrice: 3.4, price: 163.2 },
      },
    ]);
    expect(answer).toMatchObject({ goods: 92.4, weight: 2160, delivery: 'standard', freight: 0, tax: 0, price: 92.4 });
    expect(answer.deliveries).toEqual([
      {
        id: 'standard',
        name: 'Standard delivery',
        price: 0,
        days: [2, 5],
        leaves: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        arrives: [expect.stringMatching(/^\d{4}-\d\d-\d\d$/), expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
      },
    ]);
  });

  it.each([
    [5, 'BELOW_MINIMUM', 24],
    [25, 'NOT_A_MULTIPLE', 24],
    [252, 'OUT_OF_STOCK', 240],
    [Number.MAX_SAFE_INTEGER, 'NOT_A_MULTIPLE', 240],
  ])('leaves a line of %i out of the sums: %s, %i would do', async (quantity, problem, suggestion) => {
    const answer = await priced([line(spanner, quantity), line(hammer, 2)]);
    expect(answer.lines[0]).toMatchObject({ problem, suggestion });
    expect(answer).toMatchObject({ goods: 20, price: 20 });
  });

  it('knows nothing of a tool that is unknown, removed or off sale', async () => {
    const resting = await shop.tool({ name: 'Resting', onSale: false });
    const { lines, price: total } = await priced([line(resting, 1), { toolId: 'nobody', quantity: 1 }]);
    const gone = { problem: 'TOOL_NOT_FOUND', tool: null, price: null, suggestion: null };
    expect(lines).toMatchObject([gone, gone]);
    expect(total).toBe(0);
  });

  it.each([
    ['no lines', [], {}, 'lines'],
    ['a tool twice', () => [line(hammer, 1), line(hammer, 2)], {}, 'lines.1.toolId'],
    ['half a piece', () => [line(hammer, 0.5)], {}, 'lines.0.quantity'],
    ['no country', () => [line(hammer, 1)], { country: 'XX' }, 'country'],
    ['a VAT number of nowhere', () => [line(hammer, 1)], { vatId: 'DE12' }, 'vatId'],
  ])('refuses %s at its field', async (_what, lines, more, path) => {
    const answer = await price(typeof lines === 'function' ? lines() : lines, more);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { issues: object[] }).issues).toMatchObject([{ path }]);
  });

  it('refuses a thousand and one lines, and takes numbers as text', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => ({ toolId: `t${index}`, quantity: 1 }));
    expect((await price(many)).status).toBe(400);
    expect((await priced([{ toolId: hammer._id, quantity: '3' }])).goods).toBe(30);
  });
});

const call = (method: string, body?: object, path = '/my-basket') => shop.call(method, path, { as: buyer.token, body });
const basket = async (method: string, body?: object, path?: string) =>
  (await (await call(method, body, path)).json()) as Basket;
const quantities = ({ lines }: Basket) => lines.map(({ toolId, quantity }) => [toolId, quantity]);

describe('/my-basket', () => {
  it('begins empty, holds what is put in, and takes no stock', async () => {
    expect(await basket('GET')).toMatchObject({ lines: [], version: 0, goods: 0, price: 0 });
    const filled = await basket('PUT', { lines: [line(spanner, 48), line(hammer, 2)] });
    expect(filled).toMatchObject({ version: 1, goods: 183.2, price: 183.2 });
    expect(await basket('GET')).toEqual(filled);
    const changed = await basket('PATCH', { lines: [line(hammer, 3), line(spanner, 0)] });
    expect(changed).toMatchObject({ version: 2, price: 30 });
    expect(quantities(changed)).toEqual([[hammer._id, 3]]);
    const seen = (await (await shop.call('GET', `/tool/${hammer._id}`)).json()) as Tool;
    expect(seen.availableQuantity).toBe(40);
  });

  it('keeps the order in which tools came', async () => {
    await basket('PATCH', { lines: [line(spanner, 24)] });
    await basket('PATCH', { lines: [line(hammer, 1)] });
    const again = await basket('PATCH', { lines: [line(spanner, 36)] });
    expect(quantities(again)).toEqual([
      [spanner._id, 36],
      [hammer._id, 1],
    ]);
  });

  it('refuses what another window has overtaken, and changes nothing', async () => {
    await basket('PUT', { lines: [line(hammer, 1)], version: 0 });
    const late = await call('PUT', { lines: [], version: 0 });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: 'STALE_BASKET', version: 1 });
    expect((await call('PUT', { lines: [], version: -1 })).status).toBe(409);
    expect(await basket('GET')).toMatchObject({ version: 1, lines: [{ quantity: 1 }] });
    expect(await basket('PUT', { lines: [], version: 1 })).toMatchObject({ version: 2, lines: [] });
  });

  it('joins with what a visitor had, the larger quantity winning, however often', async () => {
    await basket('PUT', { lines: [line(hammer, 5)] });
    const visitors = { lines: [line(hammer, 2), line(spanner, 24), { toolId: 'never-was', quantity: 9 }] };
    for (const _time of [1, 2]) {
      const joined = await basket('POST', visitors, '/my-basket/join');
      expect(quantities(joined)).toEqual([
        [hammer._id, 5],
        [spanner._id, 24],
      ]);
    }
  });

  it('keeps the name of a tool that went off sale, and says so', async () => {
    const tool = await shop.tool({ name: 'Season’s shears', sku: 'SEA-1' });
    await basket('PUT', { lines: [line(tool, 1)] });
    await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body: { ...tool, onSale: false } });
    const after = await basket('GET');
    expect(after.lines).toMatchObject([
      { tool: 'Season’s shears', sku: 'SEA-1', problem: 'TOOL_NOT_FOUND', price: null },
    ]);
    expect(after.price).toBe(0);
  });

  it('refuses an unknown tool at its line, and more than a thousand', async () => {
    const unknown = await call('PATCH', { lines: [line(hammer, 1), { toolId: 'never-was', quantity: 1 }] });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'TOOL_NOT_FOUND', issues: [{ path: 'lines.1.toolId' }] });
    const afterOneTakenOut = await call('PATCH', { lines: [line(hammer, 0), { toolId: 'never-was', quantity: 1 }] });
    expect(await afterOneTakenOut.json()).toMatchObject({ issues: [{ path: 'lines.1.toolId' }] });
    const many = Array.from({ length: 1_001 }, (_, index) => ({ toolId: `t${index}`, quantity: 1 }));
    const full = await call('PUT', { lines: many });
    expect(full.status).toBe(422);
    expect(await full.json()).toMatchObject({ code: 'BASKET_FULL' });
    expect(await basket('GET')).toMatchObject({ lines: [], version: 0 });
  });

  it('is nobody else’s', async () => {
    await basket('PUT', { lines: [line(hammer, 1)] });
    const other = await shop.person(`Other${++people}`);
    expect(await (await shop.call('GET', '/my-basket', { as: other.token })).json()).toMatchObject({ lines: [] });
  });
});
