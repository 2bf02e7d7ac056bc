import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BuyerKey, BUYER_SCOPES, type BuyerScope, type MadeBuyerKey } from '#contract/buying/buyer-keys.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { type Route, scopesFor } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { callAbout } from '#server/engine/http/access-cases-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate, openCompany } from '#server/buying/companies/company-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let database: Database;
let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
});
afterAll(() => shop.close());
afterEach(() => database.raw('delete from buyer_keys'));

const post = (body: object, as = alice) => shop.call('POST', '/my-api-key', { as: as.token, body });
const make = async (scopes: BuyerScope[], as = alice, companyId?: string) => {
  const answer = await post({ name: 'Agent', scopes, ...(companyId === undefined ? {} : { companyId }) }, as);
  expect(answer.status).toBe(201);
  return (await answer.json()) as MadeBuyerKey;
};
const list = async (as = alice) =>
  (await (await shop.call('GET', '/my-api-key', { as: as.token })).json()) as BuyerKey[];
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as ErrorBody).code];

it('is said once, kept as its hash, listed to its maker alone, and says when it was used last', async () => {
  const made = await make(['basket']);
  expect(made).toEqual({
    _id: made._id,
    key: expect.stringMatching(/^tbk_[\w-]{43}$/),
    begins: made.key.slice(0, 10),
    name: 'Agent',
    scopes: ['basket'],
    companyId: null,
    createdAt: expect.any(String),
    lastUsedAt: null,
  });
  const { key, ...listed } = made;
  expect(await list()).toEqual([listed]);
  expect(await list(bob)).toEqual([]);
  expect(await (await shop.call('GET', '/api-key', { as: ada.token })).json()).toEqual([]);
  const rows = await database.raw<{ row: string }>('select row_to_json(k)::text as row from buyer_keys k');
  expect(rows.filter(({ row }) => row.includes(key))).toEqual([]);
  expect((await shop.call('GET', '/my-basket', { as: key })).status).toBe(200);
  expect((await list())[0]?.lastUsedAt).toEqual(expect.any(String));
});

it('is worth nothing once it is revoked, which nobody else can do, and goes with its maker', async () => {
  const { _id, key } = await make(['basket']);
  const revoke = (as: Person) => shop.call('DELETE', `/my-api-key/${_id}`, { as: as.token });
  expect(await codeOf(await revoke(bob))).toEqual([404, 'API_KEY_NOT_FOUND']);
  expect(await (await revoke(alice)).json()).toEqual({ deletedCount: 1 });
  expect(await codeOf(await revoke(alice))).toEqual([404, 'API_KEY_NOT_FOUND']);
  expect(await codeOf(await shop.call('GET', '/my-basket', { as: key }))).toEqual([401, 'INVALID_TOKEN']);
  const carol = await shop.person('Carol');
  const { key: hers } = await make(['basket'], carol);
  await shop.call('DELETE', `/user/${carol.userId}`, { as: ada.token });
  expect((await shop.call('GET', '/my-basket', { as: hers })).status).toBe(401);
});

it('there are at most ten of one buyer, however many are asked for at once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => post({ name: 'x', scopes: ['basket'] })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 10 }, () => 201), 422, 422]);
  expect(await codeOf(await post({ name: 'x', scopes: ['basket'] }))).toEqual([422, 'TOO_MANY_KEYS']);
  await make(['basket'], bob);
});

it.each([
  ['no name', { scopes: ['basket'] }],
  ['no scopes', { name: 'x', scopes: [] }],
  ['a scope of staff', { name: 'x', scopes: ['orders.place'] }],
  ['a scope twice', { name: 'x', scopes: ['basket', 'basket'] }],
  ['a field that there is not', { name: 'x', scopes: ['basket'], expiresAt: '2099-01-01T00:00:00Z' }],
])('refuses %s', async (_what, body) => {
  expect(await codeOf(await post(body))).toEqual([400, 'VALIDATION_ERROR']);
});

const calls = (Object.entries(routes) as [string, Route][]).filter(
  ([, { access }]) => access !== 'public' && access !== 'signature' && access !== 'session',
);

it.each(calls)('%s takes a key with the scope for it alone, even of an admin', async (_name, route) => {
  const { method, path, body } = callAbout(route, ada.email, {});
  const needed = scopesFor(route);
  for (const scope of BUYER_SCOPES) {
    const { key } = await make([scope], ada);
    const answer = await shop.call(method, path, { as: key, ...(body ? { body } : {}) });
    expect([scope, answer.status === 403]).toEqual([scope, !needed.includes(`buyer.${scope}`)]);
  }
});

describe('a key for a company', () => {
  let companyId: string;
  beforeAll(async () => {
    companyId = (await activate(shop, ada, await openCompany(shop, alice)))._id;
  });

  it('is made by its people alone', async () => {
    expect(await codeOf(await post({ name: 'x', scopes: ['orders'], companyId }, bob))).toEqual([
      404,
      'COMPANY_NOT_FOUND',
    ]);
    expect((await make(['orders'], alice, companyId)).companyId).toBe(companyId);
  });

  it('orders for that company, said or not, and for no other', async () => {
    const { key } = await make(['orders'], alice, companyId);
    const tool = await shop.tool();
    const body = { name: 'Alice', address: '1 Dock Road', phone: '5', lines: [{ toolId: tool._id, quantity: 1 }] };
    const placed = await shop.call('POST', '/order', { as: key, body });
    expect(await placed.json()).toMatchObject({ companyId });
    const other = await shop.call('POST', '/order', { as: key, body: { ...body, companyId: 'another' } });
    expect(await codeOf(other)).toEqual([404, 'COMPANY_NOT_FOUND']);
    const listed = await shop.call('GET', '/order', { as: key });
    expect(((await listed.json()) as { companyId: string }[]).map((each) => each.companyId)).toEqual([companyId]);
  });

  it("finds nothing of its maker's own orders, nor of another company's, its papers and what became of it", async () => {
    const { key } = await make(['orders'], alice, companyId);
    const other = (await activate(shop, ada, await openCompany(shop, alice, { name: 'Hardanger Bygg' })))._id;
    const tool = await shop.tool();
    const body = { name: 'Alice', address: '1 Dock Road', phone: '5', lines: [{ toolId: tool._id, quantity: 1 }] };
    const placed = async (said: object) => {
      const answer = await shop.call('POST', '/order', { as: alice.token, body: { ...body, ...said } });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { _id: string })._id;
    };
    for (const id of [await placed({}), await placed({ companyId: other })])
      for (const paper of ['', '/event', '/pro-forma.pdf', '/invoice.xml', '/documents'])
        expect(await codeOf(await shop.call('GET', `/order/${id}${paper}`, { as: key }))).toEqual([
          404,
          'ORDER_NOT_FOUND',
        ]);
    const ofCompany = await placed({ companyId });
    expect((await shop.call('GET', `/order/${ofCompany}/event`, { as: key })).status).toBe(200);
  });

  it("reads and changes the company's lists, none of its maker's own and none of another company", async () => {
    const { key } = await make(['basket'], alice, companyId);
    const other = (await activate(shop, ada, await openCompany(shop, alice, { name: 'Voss Bygg' })))._id;
    const { _id: toolId } = await shop.tool();
    const lines = [{ toolId, quantity: 1 }];
    const list = async (name: string, givenTo?: string) => {
      const made = await shop.call('POST', '/my-list', { as: alice.token, body: { name, lines } });
      const { _id } = (await made.json()) as { _id: string };
      const give = { as: alice.token, body: { companyId: givenTo } };
      if (givenTo !== undefined) await shop.call('POST', `/my-list/${_id}/give`, give);
      return _id;
    };
    const [own, ofCompany, ofOther] = [await list('Own'), await list('Company', companyId), await list('Other', other)];
    const seen = (await (await shop.call('GET', '/my-list', { as: key })).json()) as { _id: string }[];
    expect(seen.map(({ _id }) => _id)).toEqual([ofCompany]);
    expect((await shop.call('GET', `/my-list/${ofCompany}`, { as: key })).status).toBe(200);
    const made = await shop.call('POST', '/my-list', { as: key, body: { name: 'By a program', lines } });
    expect([made.status, await made.json()]).toMatchObject([201, { companyId }]);
    const hidden = [ofOther, own].map((id) => `/my-list/${id}`);
    const tries = hidden.flatMap((at): [string, string, object?][] => [
      ['GET', at],
      ['GET', `${at}/documents`],
      ['PUT', at, { name: 'Mine' }],
      ['PATCH', at, { lines }],
      ['POST', `${at}/merge`, { list: ofCompany }],
      ['POST', `/my-list/${ofCompany}/merge`, { list: at.slice('/my-list/'.length) }],
      ['POST', `${at}/give`, { companyId }],
      ['DELETE', at],
    ]);
    for (const [method, path, body] of tries)
      expect(await codeOf(await shop.call(method, path, { as: key, ...(body ? { body } : {}) }))).toEqual([
        404,
        'LIST_NOT_FOUND',
      ]);
  });

  it('has public calls answered for that company, said or not, and for no other of its maker', async () => {
    const { key } = await make(['basket'], alice, companyId);
    const other = (await openCompany(shop, alice, { name: 'Sunnfjord Bygg' }))._id;
    const { _id: toolId } = await shop.tool();
    const number = 'NB-77-1';
    const own = await shop.call('PUT', `/company/${companyId}/part-number/${toolId}`, {
      as: alice.token,
      body: { number },
    });
    expect(own.status).toBe(200);
    const ask = (path: string, body: object) => shop.call('POST', path, { as: key, body });
    const line = { toolId, quantity: 1 };
    const read = { toolId, quantity: 3 };
    for (const said of [{}, { companyId }]) {
      const priced = await ask('/price', { lines: [line], ...said });
      expect(await priced.json()).toMatchObject({ lines: [{ ...line, buyerNumber: number }] });
      const lines = await ask('/order-lines', { text: `${number};3`, ...said });
      expect(await lines.json()).toMatchObject({ rows: [read] });
    }
    const another = { companyId: other };
    expect(await codeOf(await ask('/price', { lines: [line], ...another }))).toEqual([404, 'COMPANY_NOT_FOUND']);
    expect(await codeOf(await ask('/order-lines', { text: 'x', ...another }))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });

  it("asks at the company's prices, and no longer once its maker has left", async () => {
    const { key } = await make(['basket'], alice, companyId);
    const tool = await shop.tool({ price: 20 });
    const ask = () =>
      shop.call('POST', '/price', { as: key, body: { companyId, lines: [{ toolId: tool._id, quantity: 1 }] } });
    expect((await ask()).status).toBe(200);
    await database.raw('delete from company_members where company_id = $1', [companyId]);
    expect(await codeOf(await ask())).toEqual([404, 'COMPANY_NOT_FOUND']);
    expect(await codeOf(await shop.call('GET', '/my-basket', { as: key }))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });
});
