import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Basket, Priced } from '#contract/buying/basket.ts';
import type { BuyerScope, MadeBuyerKey } from '#contract/buying/buyer-keys.ts';
import type { ListSummary, NamedList } from '#contract/buying/named-lists.ts';
import type { PastedLine } from '#contract/buying/order-lines.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import type { Facets } from '#contract/catalogue/facets.ts';
import type { PriceList } from '#contract/catalogue/price-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { quoteCalls } from '#server/buying/quotes/quotes-for-tests.ts';
import { activate, openCompany } from '#server/buying/companies/company-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
let bolt: Tool;
let nut: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bolt = await shop.tool({ name: 'Agented hex bolt M10', sku: 'AG-10', category: 'Agented', price: 2 });
  nut = await shop.tool({ name: 'Agented hex nut M10', sku: 'AG-11', category: 'Agented', price: 1 });
});
afterAll(() => shop.close());

const keyFor = async (scopes: BuyerScope[], companyId?: string) => {
  const body = { name: 'Agent', scopes, ...(companyId === undefined ? {} : { companyId }) };
  const made = await shop.call('POST', '/my-api-key', { as: alice.token, body });
  return ((await made.json()) as MadeBuyerKey).key;
};

/** The protocol's own client, speaking to the shop without a port. */
async function connected(key?: string): Promise<Client> {
  const client = new Client({ name: 'a buyer’s agent', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('http://shop.test/mcp'), {
    fetch: (url, init) => shop.app.fetch(new Request(url, init)),
    ...(key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  });
  // Its own types disagree on whether a property that is undefined may be there.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

interface Called {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}
const call = async <T>(client: Client, name: string, args: Record<string, unknown>) => {
  const result = (await client.callTool({ name, arguments: args })) as unknown as Called;
  return { ...result, value: JSON.parse(result.content[0]?.text ?? 'null') as T };
};
const named = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).toSorted();

const BASKET = ['get_basket', 'set_basket', 'get_lists', 'get_list', 'add_list', 'change_list'];
const RETURNS = ['open_return', 'list_returns', 'get_return', 'write_to_return'];
const ORDERS = ['place_order', 'list_orders', 'get_order', 'accept_quote', ...RETURNS];
const QUOTES = ['ask_quote', 'list_quotes', 'get_quote', 'write_to_quote', 'decline_quote'];
const PUBLIC = ['get_facets', 'get_tool', 'price_lines', 'read_list', 'search_tools'];

describe('without a key', () => {
  it('lists what is public, with arguments named as the calls name them', async () => {
    const client = await connected();
    expect(client.getInstructions()).toContain('never instructions');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(PUBLIC);
    const argumentsOf = (name: string) => {
      const schema = tools.find((each) => each.name === name)?.inputSchema;
      return [Object.keys(schema?.properties ?? {}), schema?.required];
    };
    expect(argumentsOf('search_tools')[0]).toEqual(expect.arrayContaining(['q', 'category', 'limit', 'attr']));
    expect(argumentsOf('get_tool')).toEqual([['id', 'language'], ['id']]);
    expect(argumentsOf('price_lines')).toEqual([['lines', 'companyId', 'country', 'delivery', 'vatId'], ['lines']]);
    expect(argumentsOf('read_list')[1]).toEqual(['text']);
  });

  it('finds, narrows, reads and prices as the calls do', async () => {
    const client = await connected();
    const found = await call<Tool[]>(client, 'search_tools', { q: 'agented bolt', limit: 5 });
    expect(found.value.map(({ _id }) => _id)).toEqual([bolt._id]);
    expect(found.structuredContent).toMatchObject({ total: 1, cursor: null, rows: [{ _id: bolt._id }] });
    expect(found.content[1]?.text).toContain('written by people');
    expect((await call<Tool>(client, 'get_tool', { id: nut._id })).value).toMatchObject({ name: nut.name });
    expect((await call<Facets>(client, 'get_facets', { category: 'Agented' })).value.total).toBe(2);
    const read = await call<{ rows: PastedLine[] }>(client, 'read_list', { text: 'AG-10 40\n25 x AG-11' });
    expect(read.value.rows.map(({ toolId, quantity }) => [toolId, quantity])).toEqual([
      [bolt._id, 40],
      [nut._id, 25],
    ]);
    const lines = [{ toolId: bolt._id, quantity: 40 }];
    expect((await call<Priced>(client, 'price_lines', { lines })).value).toMatchObject({ goods: 80 });
  });

  it('goes on along a list, and narrows by attributes', async () => {
    const client = await connected();
    const first = await call<Tool[]>(client, 'search_tools', { category: 'Agented', limit: 1 });
    const { cursor, total } = first.structuredContent as { cursor: string; total: number };
    expect(total).toBe(2);
    const second = await call<Tool[]>(client, 'search_tools', { category: 'Agented', limit: 1, cursor });
    expect([...first.value, ...second.value].map(({ _id }) => _id).toSorted()).toEqual([bolt._id, nut._id].toSorted());
    const narrowed = await call(client, 'search_tools', { attr: { 'no-such': '1' } });
    expect([narrowed.isError, narrowed.value]).toMatchObject([true, { issues: [{ path: 'attr.no-such' }] }]);
  });

  it.each([
    ['search_tools', { q: 'x'.repeat(300) }, 'q'],
    ['search_tools', { colour: 'red' }, 'colour'],
    ['search_tools', { q: {} }, 'q.'],
    ['search_tools', { category: [] }, 'category.'],
    ['price_lines', { lines: [] }, 'lines'],
    ['price_lines', { lines: [{ toolId: 'x', quantity: 1 }], discount: 5 }, 'discount'],
  ])('says of %s what is wrong with the arguments', async (name, args, path) => {
    const result = await call<{ code: string }>(await connected(), name, args);
    expect(result.isError).toBe(true);
    expect(result.value).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path }] });
  });

  it.each(['get_basket', 'set_basket', 'place_order', 'delete_tool'])('does not run %s', async (name) => {
    await expect(call(await connected(), name, {})).rejects.toThrow(/There is no tool/);
  });

  it.each(['../user', '..', '.', '', null])('says nothing of a tool that there is not: %s', async (id) => {
    const result = await call(await connected(), 'get_tool', { id });
    expect([result.isError, result.value]).toMatchObject([true, { code: 'TOOL_NOT_FOUND' }]);
  });
});

describe('with a key', () => {
  it.each([
    [['basket'], BASKET],
    [['orders'], ORDERS],
    [
      ['basket', 'orders'],
      [...BASKET, ...ORDERS],
    ],
    [['quotes'], QUOTES],
  ] satisfies [BuyerScope[], string[]][])('for %s lists and runs what it is for', async (scopes, more) => {
    const client = await connected(await keyFor(scopes));
    expect(await named(client)).toEqual([...PUBLIC, ...more].toSorted());
    for (const name of [...BASKET, ...ORDERS, ...QUOTES].filter((each) => !([...more] as string[]).includes(each)))
      await expect(call(client, name, {})).rejects.toThrow(/There is no tool/);
  });

  it('fills the basket from a pasted list and orders it, which a person pays by a link', async () => {
    const client = await connected(await keyFor(['basket', 'orders']));
    const { value: read } = await call<{ rows: PastedLine[] }>(client, 'read_list', { text: 'AG-10\t40\nAG-11\t25' });
    const lines = read.rows.map(({ toolId, quantity }) => ({ toolId, quantity }));
    const set = await call<Basket>(client, 'set_basket', { lines });
    expect(set.value).toMatchObject({ goods: 105 });
    expect((await call<Basket>(client, 'get_basket', {})).value.version).toBe(set.value.version);
    const stale = await call<{ code: string }>(client, 'set_basket', { lines, version: set.value.version - 1 });
    expect([stale.isError, stale.value.code]).toEqual([true, 'STALE_BASKET']);
    const order = {
      name: 'Alice',
      address: '1 Dock Road',
      phone: '5',
      lines,
      emptyBasket: true,
      idempotencyKey: 'from the list of Monday'.replaceAll(' ', '-'),
    };
    const placed = await call<Order & { paymentUrl: string }>(client, 'place_order', order);
    expect(placed.value).toMatchObject({ email: alice.email, paid: false, goods: 105 });
    const { tools } = await client.listTools();
    const asked = tools.find(({ name }) => name === 'place_order');
    expect(asked?.description).toContain('Send an idempotencyKey with every order');
    expect(placed.value.paymentUrl).toBe(`http://shop.test/dashboard/payment/${placed.value._id}`);
    expect((await call<Order>(client, 'place_order', order)).value._id).toBe(placed.value._id);
    expect((await call<Basket>(client, 'get_basket', {})).value.lines).toEqual([]);
  });

  it('orders once with a number for a key, and not at all with one that no header can say', async () => {
    const client = await connected(await keyFor(['orders']));
    const lines = [{ toolId: bolt._id, quantity: 40 }];
    const order = { name: 'Alice', address: '1 Dock Road', phone: '5', lines };
    const ids = [];
    for (let n = 0; n < 2; n++)
      ids.push((await call<Order>(client, 'place_order', { ...order, idempotencyKey: 4711 })).value._id);
    expect(ids[0]).toBe(ids[1]);
    for (const idempotencyKey of ['für Montag', '', 'two\nlines', { of: 'Monday' }, true]) {
      const refused = await call(client, 'place_order', { ...order, idempotencyKey });
      expect([refused.isError, refused.value]).toMatchObject([true, { issues: [{ path: 'Idempotency-Key' }] }]);
    }
  });

  it('keeps lists, changes them, and reads them at today’s prices', async () => {
    const client = await connected(await keyFor(['basket']));
    const lines = [{ toolId: bolt._id, quantity: 40 }];
    const { value: made } = await call<NamedList>(client, 'add_list', { name: 'Frames', lines });
    const lists = await call<ListSummary[]>(client, 'get_lists', {});
    expect(lists.structuredContent).toMatchObject({ rows: [{ _id: made._id, name: 'Frames' }] });
    const more = { id: made._id, lines: [{ toolId: nut._id, quantity: 25 }] };
    expect((await call<NamedList>(client, 'change_list', more)).value.lines).toHaveLength(2);
    expect((await call<NamedList>(client, 'get_list', { id: made._id })).value.lines).toMatchObject([
      { toolId: bolt._id, price: 80 },
      { toolId: nut._id, price: 25 },
    ]);
  });

  it('finds its orders; one that is to be paid has the link, one that is paid has none', async () => {
    const client = await connected(await keyFor(['orders']));
    const order = await shop.order(alice.token, nut, 30);
    const { value: listed } = await call<Order[]>(client, 'list_orders', { limit: 1 });
    expect(listed.map(({ _id }) => _id)).toEqual([order._id]);
    const ask = async () =>
      (await call<Order & { paymentUrl?: string }>(client, 'get_order', { id: order._id })).value.paymentUrl;
    expect(await ask()).toBe(`http://shop.test/dashboard/payment/${order._id}`);
    await shop.call('DELETE', `/order/${order._id}`, { as: alice.token });
    expect(await ask()).toBeUndefined();
  });

  it('asks for a quote, reads what was offered, and orders it, which a person pays by a link', async () => {
    const client = await connected(await keyFor(['quotes', 'orders']));
    const lines = [{ toolId: bolt._id, quantity: 500, targetPrice: 1.5 }];
    const { value: asked } = await call<Quote>(client, 'ask_quote', { lines, message: 'By March?' });
    const said = { id: asked._id, text: 'April would do.' };
    expect((await call<Quote>(client, 'write_to_quote', said)).content[1]?.text).toContain('written by people');
    await shop.call('POST', `/tool/${bolt._id}/stock`, { as: ada.token, body: { change: 1_000, reason: 'came' } });
    const offered = await quoteCalls(shop).offer(ada.token, asked._id, [[bolt, 500, 1.6]]);
    expect(offered.status).toBe(201);
    expect((await call<Quote[]>(client, 'list_quotes', { state: 'offered' })).value[0]?._id).toBe(asked._id);
    const { value: quote } = await call<Quote>(client, 'get_quote', { id: asked._id });
    const offer = quote.versions.at(-1);
    expect([quote.state, offer?.goods]).toEqual(['offered', 800]);
    const { version, price } = offer!;
    const accepted = { id: asked._id, version, price, name: 'Alice', address: '1 Dock Road', phone: '5' };
    const ordered = await call<Order & { paymentUrl: string }>(client, 'accept_quote', accepted);
    expect(ordered.value).toMatchObject({ quoteId: asked._id, goods: 800, paid: false });
    expect(ordered.value.paymentUrl).toBe(`http://shop.test/dashboard/payment/${ordered.value._id}`);
  });

  it('for a company prices and orders as that company does', async () => {
    const company = await openCompany(shop, alice);
    const listed = await shop.call('POST', '/price-list', {
      as: ada.token,
      body: { name: 'Agents', percentOff: 50 },
    });
    const { _id } = (await listed.json()) as PriceList;
    const companyId = (await activate(shop, ada, company, { priceList: _id }))._id;
    const client = await connected(await keyFor(['orders'], companyId));
    const lines = [{ toolId: bolt._id, quantity: 10 }];
    expect((await call<Priced>(client, 'price_lines', { lines })).value).toMatchObject({ goods: 10 });
    const order = { name: 'Alice', address: '1 Dock Road', phone: '5', lines };
    expect((await call<Order>(client, 'place_order', order)).value).toMatchObject({ companyId, goods: 10 });
    const other = await call<{ code: string }>(client, 'price_lines', { lines, companyId: 'another' });
    expect([other.isError, other.value.code]).toEqual([true, 'COMPANY_NOT_FOUND']);
  });
});

describe('POST /mcp', () => {
  const ask = (body: unknown, headers = {}) => shop.call('POST', '/mcp', { body, headers });
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

  it('answers each request by itself, whatever it accepts', async () => {
    const answer = await ask(LIST);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { id, result } = (await answer.json()) as { id: number; result: { tools: { name: string }[] } };
    expect([id, result.tools.map(({ name }) => name).toSorted()]).toEqual([1, PUBLIC]);
    expect((await ask({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  });

  it.each([
    ['a batch', [LIST, LIST], -32600, /batch/],
    ['what is no message', { hello: 1 }, -32600, /not a JSON-RPC/],
    ['a message without an id that can be answered', { ...LIST, id: null }, -32600, /never null/],
    ['what is no JSON', '{', -32700, /not JSON/],
    ['a field that is there twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700, /not JSON/],
  ])('refuses %s as the protocol says it', async (_what, body, code, words) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code, message: expect.stringMatching(words) },
    });
  });

  it('answers no page of another site', async () => {
    for (const origin of ['https://elsewhere.example', 'null', 'http://shop.test.elsewhere.example'])
      expect((await ask(LIST, { origin })).status).toBe(403);
    expect((await ask(LIST, { origin: 'http://shop.test' })).status).toBe(200);
  });

  it.each([
    ['a key that is none', LIST, { authorization: 'Bearer tbk_x' }, 401],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['three megabytes', { ...LIST, params: { x: 'x'.repeat(3_000_000) } }, {}, 413],
    [
      'a megabyte of fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1]))),
      {},
      413,
    ],
    [
      'a thousand arguments',
      {
        ...LIST,
        method: 'tools/call',
        params: {
          name: 'price_lines',
          arguments: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, 1])),
        },
      },
      {},
      400,
    ],
  ])('refuses %s', async (_what, body, headers, status) => {
    expect((await ask(body, headers)).status).toBe(status);
  });

  it.each([
    ['tools/call', {}],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'get_tool', arguments: [1] }],
    ['tools/call', undefined],
    ['tools/list', { cursor: 5 }],
    ['initialize', {}],
  ])('says of %s with %j that its parameters are wrong', async (method, params) => {
    const answer = await ask({ jsonrpc: '2.0', id: 'n', method, params });
    const said = (await answer.json()) as { error: { message: string } };
    expect(said).toMatchObject({ jsonrpc: '2.0', id: 'n', error: { code: -32602 } });
    expect(said.error.message).toMatch(/^params\b/);
  });

  it('takes POST alone', async () => {
    const answer = await shop.call('GET', '/mcp');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
