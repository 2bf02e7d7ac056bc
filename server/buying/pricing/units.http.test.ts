import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Basket, Priced } from '#contract/buying/basket.ts';
import type { PastedLine } from '#contract/buying/order-lines.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
let screw: Tool;
let bolt: Tool;
const BOX = { code: 'BX', name: 'Schachtel', pieces: 50, gtin: '4006381333931' };
const CARTON = { code: 'CT', name: 'Karton', pieces: 600 };

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  screw = await shop.tool({
    name: 'Wood screw',
    sku: 'SCR-4',
    price: 4.2,
    priceUnit: 100,
    priceBreaks: [{ from: 1000, price: 3.95 }],
    packs: [BOX, CARTON],
    availableQuantity: 1_000_000,
  });
  bolt = await shop.tool({ name: 'Lone bolt', sku: 'BOLT-1', price: 0.05, availableQuantity: 1_000_000 });
});
afterAll(() => shop.close());

const call = async <Answer>(method: string, path: string, as: Person | null, body?: object): Promise<Answer> => {
  const answer = await shop.call(method, path, { ...(as ? { as: as.token } : {}), ...(body ? { body } : {}) });
  if (answer.status >= 400) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
};
const refusal = async (method: string, path: string, body: object, as: Person | null = alice) => {
  const answer = await shop.call(method, path, { ...(as ? { as: as.token } : {}), body });
  const {
    code,
    issues = [],
    units,
  } = (await answer.json()) as {
    code: string;
    issues?: { path: string }[];
    units?: unknown;
  };
  return [answer.status, code, issues[0]?.path, units];
};
const wants = (quantity: number, unit?: string) => ({ toolId: screw._id, quantity, ...(unit ? { unit } : {}) });
const order = { name: 'Site', address: '1 Dock Road', phone: '555' };

describe('a tool that is priced per hundred and sold in packs', () => {
  it('says for how many pieces its price is and what it is sold in', () => {
    expect(screw).toMatchObject({ price: 4.2, priceUnit: 100, packs: [BOX, CARTON] });
    expect(bolt).toMatchObject({ priceUnit: 1, packs: [] });
  });

  it.each([
    [{ priceUnit: 50 }, 400, 'VALIDATION_ERROR', 'priceUnit'],
    [{ packs: [{ code: 'box', name: 'Box', pieces: 12 }] }, 400, 'VALIDATION_ERROR', 'packs.0.code'],
    [{ packs: [{ code: 'H87', name: 'Piece', pieces: 12 }] }, 400, 'VALIDATION_ERROR', 'packs.0.code'],
    [{ packs: [{ code: 'BX', name: '', pieces: 12 }] }, 400, 'VALIDATION_ERROR', 'packs.0.name'],
    [{ packs: [{ code: 'BX', name: 'Box', pieces: 1 }] }, 400, 'VALIDATION_ERROR', 'packs.0.pieces'],
    [
      { packs: [{ code: 'BX', name: 'Box', pieces: 12, gtin: '4006381333930' }] },
      400,
      'VALIDATION_ERROR',
      'packs.0.gtin',
    ],
    [
      { packs: [1, 2].map((pieces) => ({ code: 'BX', name: 'Box', pieces: 10 * pieces })) },
      400,
      'VALIDATION_ERROR',
      'packs.1.code',
    ],
    [{ packs: [{ ...BOX, gtin: '04006381333931' }] }, 409, 'GTIN_TAKEN', 'packs.0.gtin'],
    [{ gtin: '4006381333931' }, 409, 'GTIN_TAKEN', 'gtin'],
    [{ gtin: '96385074', packs: [{ ...BOX, gtin: '96385074' }] }, 409, 'GTIN_TAKEN', 'packs.0.gtin'],
  ])('refuses %j', async (fields, status, code, path) => {
    const body = {
      name: 'Other',
      description: 'x',
      price: 1,
      availableQuantity: 1,
      minOrderQuantity: 1,
      image: screw.image,
    };
    expect((await refusal('POST', '/tool', { ...body, ...fields }, ada)).slice(0, 3)).toEqual([status, code, path]);
  });

  it('keeps price unit and packs where an edit leaves them out', async () => {
    const {
      priceUnit: _unit,
      packs: _packs,
      documents: _none,
      ...rest
    } = await call<Tool>('GET', `/tool/${screw._id}`, null);
    await call('PUT', `/tool/${screw._id}`, ada, { ...rest, description: 'Galvanized.' });
    expect(await call('GET', `/tool/${screw._id}`, null)).toMatchObject({ priceUnit: 100, packs: [BOX, CARTON] });
  });
});

describe('a line', () => {
  it.each([
    [1, undefined, 1, null, null, 4.2, 0.04],
    [36, undefined, 36, null, null, 4.2, 1.51],
    [10, 'BX', 500, 'BX', 10, 4.2, 21],
    [20, 'BX', 1000, 'BX', 20, 3.95, 39.5],
    [2, 'CT', 1200, 'CT', 2, 3.95, 47.4],
    [7, 'H87', 7, null, null, 4.2, 0.29],
  ])(
    'of %i %s is so many pieces at the price of a hundred',
    async (asked, asUnit, quantity, unit, unitQuantity, unitPrice, price) => {
      const line = wants(asked, asUnit);
      const said = { quantity, unit, unitQuantity, priceUnit: 100, unitPrice, price };
      const priced = await call<Priced>('POST', '/price', null, { lines: [line] });
      expect(priced.lines[0]).toMatchObject(said);
      expect(priced.goods).toBe(price);
      const placed = await call<Order>('POST', '/order', alice, { ...order, lines: [line] });
      expect(placed.lines[0]).toMatchObject(said);
      expect(placed.goods).toBe(price);
      expect((await call<Order>('GET', `/order/${placed._id}`, alice)).lines[0]).toMatchObject(said);
      await call('DELETE', `/order/${placed._id}`, alice);
    },
  );

  it('says what the next break costs', async () => {
    const { lines } = await call<Priced>('POST', '/price', null, { lines: [wants(19, 'BX')] });
    expect(lines[0]?.nextBreak).toEqual({ from: 1000, unitPrice: 3.95, price: 39.5 });
  });

  it('in a unit that the tool has not is refused wherever it is sent', async () => {
    const piece = { code: 'C62', name: 'piece', pieces: 1 };
    const units = [piece, { code: 'BX', name: 'Schachtel', pieces: 50 }, { code: 'CT', name: 'Karton', pieces: 600 }];
    const lines = [{ toolId: bolt._id, quantity: 1 }, wants(1, 'PK')];
    const refused = [422, 'UNKNOWN_UNIT', 'lines.1.unit', units];
    expect(await refusal('POST', '/price', { lines })).toEqual(refused);
    expect(await refusal('POST', '/order', { ...order, lines })).toEqual(refused);
    expect(await refusal('PUT', '/my-basket', { lines })).toEqual(refused);
    expect(await refusal('PATCH', '/my-basket', { lines })).toEqual(refused);
    expect(await refusal('POST', '/my-list', { name: 'Units', lines })).toEqual(refused);
    expect(await refusal('POST', '/quote', { lines })).toEqual(refused);
    expect(await refusal('POST', '/price', { lines: [{ toolId: bolt._id, quantity: 1, unit: 'BX' }] })).toEqual([
      422,
      'UNKNOWN_UNIT',
      'lines.0.unit',
      [piece],
    ]);
    expect((await refusal('POST', '/price', { lines: [wants(Number.MAX_SAFE_INTEGER, 'BX')] })).slice(0, 3)).toEqual([
      400,
      'VALIDATION_ERROR',
      'lines.0.quantity',
    ]);
    expect((await refusal('PUT', '/my-basket', { lines: [wants(1_000_000_000, 'BX')] })).slice(0, 3)).toEqual([
      400,
      'VALIDATION_ERROR',
      'lines.0.quantity',
    ]);
  });

  it('stays in its unit in basket and list, and is in pieces once its tool has no such pack any more', async () => {
    await call('PUT', '/my-basket', alice, { lines: [wants(10, 'BX')] });
    await call('PATCH', '/my-basket', alice, { lines: [wants(11, 'BX')] });
    expect((await call<Basket>('GET', '/my-basket', alice)).lines[0]).toMatchObject({
      quantity: 550,
      unit: 'BX',
      unitQuantity: 11,
    });
    await call('POST', '/my-basket/join', alice, { lines: [wants(1, 'CT')] });
    expect((await call<Basket>('GET', '/my-basket', alice)).lines[0]).toMatchObject({
      quantity: 600,
      unit: 'CT',
      unitQuantity: 1,
    });
    await call('POST', '/my-basket/join', alice, { lines: [wants(3, 'XX')] });
    const { _id } = await call<{ _id: string }>('POST', '/my-list', alice, { name: 'Packs', lines: [wants(3, 'BX')] });
    expect(await call(`GET`, `/my-list/${_id}`, alice)).toMatchObject({
      lines: [{ quantity: 150, unit: 'BX', unitQuantity: 3 }],
    });
    const { documents: _none, ...tool } = await call<Tool>('GET', `/tool/${screw._id}`, null);
    await call('PUT', `/tool/${screw._id}`, ada, { ...tool, packs: [{ ...BOX, pieces: 40 }] });
    expect((await call<Basket>('GET', '/my-basket', alice)).lines[0]).toMatchObject({
      quantity: 600,
      unit: null,
      unitQuantity: null,
    });
    expect(await call(`GET`, `/my-list/${_id}`, alice)).toMatchObject({ lines: [{ quantity: 150, unit: null }] });
    const { version } = await call<Tool>('GET', `/tool/${screw._id}`, null);
    await call('PUT', `/tool/${screw._id}`, ada, { ...tool, version });
    await call('PUT', '/my-basket', alice, { lines: [] });
  });

  it('of a quote is asked, offered and ordered in its pack and for its price unit, whatever becomes of the tool', async () => {
    const tool = await shop.tool({
      name: 'Quoted rivet',
      price: 30,
      priceUnit: 1000,
      packs: [BOX2],
      availableQuantity: 100_000,
    });
    const line = { toolId: tool._id, quantity: 7, unit: 'PK' };
    const asked = await call<Quote>('POST', '/quote', alice, { lines: [{ ...line, targetPrice: 25 }] });
    const said = { quantity: 1750, unit: 'PK', unitName: 'VE', unitQuantity: 7, priceUnit: 1000 };
    expect(asked.wanted[0]).toMatchObject({ ...said, targetPrice: 25 });
    const validUntil = '2099-01-01';
    await call('POST', `/quote/${asked._id}/version`, ada, {
      lines: [{ ...line, unitPrice: 27.01 }],
      freight: 0,
      validUntil,
    });
    const offered = await call<Quote>('GET', `/quote/${asked._id}`, alice);
    expect(offered.versions[0]?.lines[0]).toMatchObject({ ...said, unitPrice: 27.01, listPrice: 30, price: 47.27 });
    const { documents: _none, ...now } = await call<Tool>('GET', `/tool/${tool._id}`, null);
    await call('PUT', `/tool/${tool._id}`, ada, { ...now, price: 3, priceUnit: 10, packs: [] });
    const accepted = { ...order, version: 1, price: offered.versions[0]!.price };
    const made = await call<Order>('POST', `/quote/${asked._id}/accept`, alice, accepted);
    expect(made.lines[0]).toMatchObject({ ...said, unitPrice: 27.01, price: 47.27 });
    expect(made.goods).toBe(47.27);
  });
});
const BOX2 = { code: 'PK', name: 'VE', pieces: 250 };

it('lists sort and narrow by the price of a piece', async () => {
  const price = { priceUnit: 1000, price: 50, name: 'Zz cheap nail', availableQuantity: 1 };
  const cheap = await shop.tool(price);
  const dear = await shop.tool({ name: 'Zz dear nail', price: 1.5, priceUnit: 10, availableQuantity: 1 });
  const ids = async (query: string) =>
    (await call<Tool[]>('GET', `/tool?limit=100&q=nail&${query}`, null)).map(({ _id }) => _id);
  expect(await ids('sort=price')).toEqual([cheap._id, dear._id]);
  expect(await ids('sort=-price')).toEqual([dear._id, cheap._id]);
  expect(await ids('minPrice=0.1')).toEqual([dear._id]);
  expect(await ids('maxPrice=0.05')).toEqual([cheap._id]);
  expect(await ids('maxPrice=0.04')).toEqual([]);
});

it('prices of lists, breaks and costs follow the price unit, exactly or not at all', async () => {
  const tool = await shop.tool({ name: 'Changing pin', price: 0.05, priceBreaks: [{ from: 100, price: 0.04 }] });
  const list = await call<{ _id: string }>('POST', '/price-list', ada, { name: 'Pins', percentOff: 0 });
  const item = `/price-list/${list._id}/item/${tool._id}`;
  await call('PUT', item, ada, { price: 0.03, priceBreaks: [{ from: 50, price: 0.02 }] });
  await call('PUT', `/tool/${tool._id}/cost`, ada, { cost: 0.01 });
  const change = async (fields: object) => {
    const { documents: _none, priceBreaks: _breaks, ...now } = await call<Tool>('GET', `/tool/${tool._id}`, null);
    return { ...now, ...fields };
  };
  await call('PUT', `/tool/${tool._id}`, ada, await change({ priceUnit: 100, price: 4.2 }));
  expect(await call('GET', `/tool/${tool._id}`, null)).toMatchObject({ priceBreaks: [{ from: 100, price: 4 }] });
  expect(await call('GET', `/price-list/${list._id}/items`, ada)).toMatchObject([
    { price: 3, priceBreaks: [{ from: 50, price: 2 }] },
  ]);
  expect(await call('GET', `/tool/${tool._id}/cost`, ada)).toEqual({ cost: 1 });
  await call('PUT', item, ada, { price: 3.33 });
  expect(
    (await refusal('PUT', `/tool/${tool._id}`, await change({ priceUnit: 10, price: 0.42 }), ada)).slice(0, 3),
  ).toEqual([400, 'VALIDATION_ERROR', 'priceUnit']);
  await call('PUT', item, ada, { price: 3.3 });
  await call('PUT', `/tool/${tool._id}`, ada, await change({ priceUnit: 10, price: 0.42 }));
  expect(await call('GET', `/price-list/${list._id}/items`, ada)).toMatchObject([{ price: 0.33 }]);
});

describe('the number under a bar code of a pack', () => {
  it('is found in lists, suggestions and the count', async () => {
    for (const q of ['4006381333931', '04006381333931']) {
      expect(await call<Tool[]>('GET', `/tool?q=${q}`, null)).toMatchObject([{ _id: screw._id }]);
      expect(await call('GET', `/shelf?code=${q}`, ada)).toMatchObject({
        toolId: screw._id,
        pack: { code: 'BX', pieces: 50 },
      });
    }
    expect(await call('GET', `/shelf?code=SCR-4`, ada)).toMatchObject({ pack: null });
  });

  it.each([
    ['4006381333931 3', 150, 'BX', 3, null],
    ['04006381333931\t3', 150, 'BX', 3, null],
    ['4006381333931 3 pcs', 3, null, null, null],
    ['SCR-4 3', 3, null, null, null],
    ['SCR-4\t4006381333931\t3', null, 'Schachtel', 3, 'UNKNOWN_UNIT'],
  ])('counts its packs in a pasted row %j', async (text, quantity, unit, unitQuantity, problem) => {
    const { rows } = await call<{ rows: PastedLine[] }>('POST', '/order-lines', null, { text });
    expect(rows[0]).toMatchObject({ toolId: screw._id, quantity, unit, unitQuantity, problem });
  });
});
