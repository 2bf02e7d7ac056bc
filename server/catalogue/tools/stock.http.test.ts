import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { StockEntry } from '#contract/catalogue/stock-changes.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let wes: Person;
let ada: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  wes = await shop.person('Wes', 'warehouse');
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const count = (tool: Tool, change: unknown, reason = 'Received', headers: Record<string, string> = {}) =>
  shop.call('POST', `/tool/${tool._id}/stock`, { as: wes.token, body: { change, reason }, headers });
const history = async (tool: Tool, query = '') =>
  (await (await shop.call('GET', `/tool/${tool._id}/stock-history${query}`, { as: wes.token })).json()) as StockEntry[];

describe('POST /tool/{id}/stock', () => {
  it('adds and takes a difference, shown to visitors at once', async () => {
    const tool = await shop.tool({ availableQuantity: 10 });
    await shop.call('GET', `/tool/${tool._id}`);
    expect(await (await count(tool, '+500')).json()).toEqual({ availableQuantity: 510, version: 2 });
    expect(await (await count(tool, -3, 'Damaged')).json()).toEqual({ availableQuantity: 507, version: 3 });
    const shown = await shop.call('GET', `/tool/${tool._id}`);
    expect(await shown.json()).toMatchObject({ availableQuantity: 507 });
  });

  it('never leaves less than nothing, and says what there is', async () => {
    const tool = await shop.tool({ availableQuantity: 10 });
    const answer = await count(tool, -11);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: 'OUT_OF_STOCK',
      availableQuantity: 10,
      issues: [{ path: 'change' }],
    });
    expect((await count(tool, 1_000_000_000)).status).toBe(400);
    expect(await history(tool)).toMatchObject([{ kind: 'created', balance: 10 }]);
  });

  it('changes the stock once, whatever the retry', async () => {
    const tool = await shop.tool({ availableQuantity: 10 });
    const key = { 'idempotency-key': `count-${tool._id}` };
    const first = await (await count(tool, 5, 'Received', key)).json();
    expect(await (await count(tool, 5, 'Received', key)).json()).toEqual(first);
    expect(await (await count(tool, 6, 'Received', key)).json()).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    expect(await history(tool)).toHaveLength(2);
  });

  it.each([0, 1.5, 'many', null])('refuses a change of %j at its field', async (change) => {
    const answer = await count(await shop.tool(), change);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ issues: [{ path: 'change' }] });
  });
});

describe('the history of a tool', () => {
  it('adds up to what there is, through orders, releases, counts and edits, page by page', async () => {
    const buyer = await shop.person('Buyer');
    const tool = await shop.tool({ availableQuantity: 100 });
    await shop.order(buyer.token, tool, 10);
    const second = await shop.order(buyer.token, tool, 20);
    await shop.call('DELETE', `/order/${second._id}`, { as: buyer.token });
    await count(tool, 7, 'Found behind the shelf');
    const now = (await (await shop.call('GET', `/tool/${tool._id}`)).json()) as Tool;
    await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body: { ...now, availableQuantity: 90 } });
    const told = await history(tool);
    expect(told.map(({ kind, change, balance }) => [kind, change, balance])).toEqual([
      ['edited', -7, 90],
      ['counted', 7, 97],
      ['released', 20, 90],
      ['ordered', -20, 70],
      ['ordered', -10, 90],
      ['created', 100, 100],
    ]);
    const first = await shop.call('GET', `/tool/${tool._id}/stock-history?limit=4`, { as: wes.token });
    const next = /<(?:http:\/\/[^/]+)?([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const rest = (await (await shop.call('GET', next, { as: wes.token })).json()) as StockEntry[];
    expect([...((await first.json()) as StockEntry[]), ...rest]).toEqual(told);
  });

  it('begins with what nobody wrote down', async () => {
    const tool = await shop.tool({ availableQuantity: 5 });
    await shop.parts.database.raw('delete from stock_changes where tool_id = $1', [tool._id]);
    await count(tool, 2);
    expect(await history(tool)).toMatchObject([
      { kind: 'counted', balance: 7 },
      { kind: 'opening', change: 5, balance: 5 },
    ]);
  });
});

describe('a tool that is off sale', () => {
  it('is gone for everybody but the list of the staff, and comes back', async () => {
    const buyer = await shop.person('Looker');
    const tool = await shop.tool({ name: 'Zzyzx puller', category: 'Zzyzx', onSale: false });
    const list = async (path: string) => JSON.stringify(await (await shop.call('GET', path)).json());
    for (const as of [undefined, buyer.token, ada.token]) {
      const answer = await shop.call('GET', `/tool/${tool._id}`, as === undefined ? {} : { as });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'TOOL_NOT_FOUND' });
    }
    for (const path of ['/tool?q=zzyzx', '/tool?category=Zzyzx', '/tool-suggestions?q=zzyzx', '/category'])
      expect(await list(path)).not.toContain('Zzyzx');
    expect(await (await shop.call('GET', '/sitemaps/tools-1.xml')).text()).not.toContain(tool._id);
    const all = await shop.call('GET', '/tools?q=zzyzx', { as: wes.token });
    expect(all.headers.get('cache-control')).toBe('no-store');
    expect(await all.json()).toMatchObject([{ _id: tool._id, onSale: false }]);
    expect(await (await shop.call('GET', '/tools?onSale=true&q=zzyzx', { as: wes.token })).json()).toEqual([]);
    await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body: { ...tool, onSale: true } });
    expect(await list('/tool?q=zzyzx')).toContain(tool._id);
  });
});

describe('PUT /tool', () => {
  const terms = {
    quantityStep: 5,
    minOrderQuantity: 10,
    priceBreaks: [{ from: 50, price: 8 }],
    weight: 12,
    family: 'Pullers',
  };
  const specOnly = ({ name, description, price, availableQuantity, minOrderQuantity, image, version }: Tool) => ({
    name,
    description,
    price,
    availableQuantity,
    minOrderQuantity,
    image,
    version,
  });

  it('keeps the new fields that are left out', async () => {
    const tool = await shop.tool(terms);
    const answer = await shop.call('PUT', `/tool/${tool._id}`, {
      as: ada.token,
      body: { ...specOnly(tool), price: 9 },
    });
    expect(answer.status).toBe(200);
    expect(await (await shop.call('GET', `/tool/${tool._id}`)).json()).toMatchObject({
      ...terms,
      price: 9,
      onSale: true,
    });
  });

  it.each([
    ['a minimum between cartons', { minOrderQuantity: 12 }, 'minOrderQuantity'],
    ['a price at its break', { price: 8 }, 'priceBreaks.0.price'],
  ])('refuses %s, though the step and the breaks are left out', async (_what, change, path) => {
    const tool = await shop.tool(terms);
    const answer = await shop.call('PUT', `/tool/${tool._id}`, {
      as: ada.token,
      body: { ...specOnly(tool), ...change },
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { issues: object[] }).issues).toMatchObject([{ path }]);
  });
});
