import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiKey, KEY_CALLS_PER_MINUTE, type MadeApiKey, type Scope, SCOPES } from '#contract/office/api-keys.ts';
import { PERMISSIONS } from '#contract/policy.ts';
import { type Route, scopesFor } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { callAbout } from '#server/engine/http/access-cases-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { createKeyCallers } from './find-key-caller.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let database: Database;
let shop: TestShop;
let root: Person;
let alice: Person;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  root = await shop.person('Root', 'admin');
  alice = await shop.person('Alice');
});
afterAll(() => shop.close());
afterEach(() => database.raw('delete from api_keys'));

const make = async (scopes: Scope[], as: Person = root, more: object = {}): Promise<MadeApiKey> => {
  const answer = await shop.call('POST', '/api-key', { as: as.token, body: { name: 'ERP', scopes, ...more } });
  expect(answer.status).toBe(201);
  return (await answer.json()) as MadeApiKey;
};
const list = async (): Promise<ApiKey[]> =>
  (await (await shop.call('GET', '/api-key', { as: root.token })).json()) as ApiKey[];
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

const table = Object.entries(routes) as [string, Route][];

it('every permission is either what a key can be for, or is kept for people', () => {
  const sales = ['orders.refund-any', 'prices', 'quotes', 'returns', 'reviews', 'punchout'];
  const kept = ['users', 'api-keys', 'webhooks', 'companies.terms', 'books', 'pages', ...sales];
  expect([...SCOPES.filter((scope) => scope !== 'orders.place'), ...kept].toSorted()).toEqual(
    [...PERMISSIONS].toSorted(),
  );
});

it('POST /api-key says the key once, and the database has its hash alone', async () => {
  const made = await make(['tools.read']);
  expect(made.key).toMatch(/^tbk_[\w-]{43}$/);
  expect(made.key.startsWith(made.begins)).toBe(true);
  const listed = (await list()).find(({ _id }) => _id === made._id);
  expect(listed).toEqual({ ...made, key: undefined });
  const rows = await database.raw<{ row: string }>('select row_to_json(k)::text as row from api_keys k');
  const log = await database.raw<{ row: string }>('select row_to_json(a)::text as row from audit_log a');
  expect([...rows, ...log].filter(({ row }) => row.includes(made.key))).toEqual([]);
  expect(log.filter(({ row }) => row.includes('api-key.made') && row.includes(made._id))).toHaveLength(1);
});

it('a key calls as who made it, what it did says so, and its last use is kept to the minute', async () => {
  const tool = await shop.tool({ name: 'Keyed hammer', availableQuantity: 5 });
  const { key, _id } = await make(['tools.stock']);
  const count = (change: number) =>
    shop.call('POST', `/tool/${tool._id}/stock`, { as: key, body: { change, reason: 'from the ERP' } });
  expect(await (await count(7)).json()).toMatchObject({ availableQuantity: 12 });
  const [written] = await database.raw<{ email: string; details: object }>(
    `select actor_email as email, details from audit_log where subject = $1 and action = 'tool.stock-changed'`,
    [tool._id],
  );
  expect(written).toMatchObject({ email: root.email, details: { apiKey: 'ERP', name: 'Keyed hammer' } });
  const first = (await list()).find((each) => each._id === _id)?.lastUsedAt;
  expect(first).not.toBeNull();
  await count(1);
  expect((await list()).find((each) => each._id === _id)?.lastUsedAt).toBe(first);
  await database.raw(`update api_keys set last_used_at = now() - interval '61 seconds' where id = $1`, [_id]);
  await count(1);
  expect((await list()).find((each) => each._id === _id)?.lastUsedAt).not.toBe(first);
});

it('a key for orders.place orders and reads what it ordered, and sees nobody else’s though its maker may', async () => {
  const tool = await shop.tool({ availableQuantity: 50 });
  const theirs = await shop.order(alice.token, tool);
  const { key } = await make(['orders.place']);
  const own = await shop.order(key, tool, 2);
  expect(own.email).toBe(root.email);
  expect((await shop.call('GET', `/order/${own._id}`, { as: key })).status).toBe(200);
  expect(await codeOf(await shop.call('GET', `/order/${theirs._id}`, { as: key }))).toEqual([404, 'ORDER_NOT_FOUND']);
  const reader = await make(['orders.read']);
  expect((await shop.call('GET', `/order/${theirs._id}`, { as: reader.key })).status).toBe(200);
  expect((await shop.call('DELETE', `/order/${own._id}`, { as: reader.key })).status).toBe(403);
});

describe.each(table.filter(([, { access }]) => access !== 'public' && access !== 'signature'))('%s', (_name, route) => {
  const { method, path, body } = callAbout(route, 'nobody@people.test', {});
  const send = (key: string) => shop.call(method, path, { as: key, ...(body ? { body } : {}) });
  const needed = SCOPES.filter((scope) => scopesFor(route).includes(scope));

  it(`refuses a key of every other scope, and changes nothing; it needs ${needed.join(' or ') || 'a person'}`, async () => {
    const others = SCOPES.filter((scope) => !needed.includes(scope));
    const { key } = await make(others);
    // The first call marks the key as used.
    await send(key);
    const before = await shop.digest();
    const answer = await send(key);
    expect(await codeOf(answer)).toEqual(route.access === 'session' ? [401, 'UNAUTHENTICATED'] : [403, 'FORBIDDEN']);
    expect(await shop.digest()).toBe(before);
  });

  it.each(needed)('lets a key for %s in', async (scope) => {
    const { key } = await make([scope]);
    const answer = await send(key);
    // Listing orders takes the maker's own address; all else is refused for its input alone.
    expect(answer.status === 403).toBe(route.path === '/order' && route.method === 'GET');
    expect(answer.status).not.toBe(401);
  });
});

it('a key for own orders alone says and places nothing for others, whoever made it', async () => {
  const tool = await shop.tool({ name: 'Others’ hammer' });
  const { _id } = await shop.order(alice.token, tool);
  const { key } = await make(['orders.place']);
  for (const path of ['', '/event', '/refund', '/payment'])
    expect([path, ...(await codeOf(await shop.call('GET', `/order/${_id}${path}`, { as: key })))]).toEqual([
      path,
      404,
      'ORDER_NOT_FOUND',
    ]);
  const placed = await shop.call('POST', '/order', {
    as: key,
    body: {
      customer: alice.email,
      name: 'A',
      address: '1 Dock Road',
      phone: '5',
      toolId: tool._id,
      quantity: tool.minOrderQuantity,
    },
  });
  expect(await codeOf(placed)).toEqual([403, 'FORBIDDEN']);
  const { key: seller } = await make(['orders.change', 'orders.place', 'orders.read']);
  expect((await shop.call('GET', `/order/${_id}/event`, { as: seller })).status).toBe(200);
  expect((await shop.call('GET', `/user/${alice.email}/address`, { as: seller })).status).toBe(200);
});

describe('a key is worth nothing', () => {
  const use = (key: string) => shop.call('GET', '/tools', { as: key });

  it('once it is revoked', async () => {
    const { key, _id } = await make(['tools.read']);
    expect((await use(key)).status).toBe(200);
    expect((await shop.call('DELETE', `/api-key/${_id}`, { as: root.token })).status).toBe(200);
    expect(await codeOf(await use(key))).toEqual([401, 'INVALID_TOKEN']);
    const again = await shop.call('DELETE', `/api-key/${_id}`, { as: root.token });
    expect(await codeOf(again)).toEqual([404, 'API_KEY_NOT_FOUND']);
  });

  it('once it has expired', async () => {
    const { key, _id } = await make(['tools.read'], root, { expiresAt: '2099-01-01T00:00:00Z' });
    expect((await use(key)).status).toBe(200);
    await database.raw(`update api_keys set expires_at = now() where id = $1`, [_id]);
    expect(await codeOf(await use(key))).toEqual([401, 'INVALID_TOKEN']);
  });

  it('where who made it was removed, was disabled, or may no longer do it themselves', async () => {
    const carol = await shop.person('Carol', 'admin');
    const { key, _id } = await make(['tools.read', 'tools.remove'], carol);
    const role = (to: string) => database.raw('update users set role = $2 where id = $1', [carol.userId, to]);
    await role('sales');
    expect((await use(key)).status).toBe(200);
    expect((await shop.call('DELETE', '/tool/nothing', { as: key })).status).toBe(403);
    expect((await list()).find((each) => each._id === _id)?.lost).toEqual(['tools.remove']);
    await role('user');
    expect((await use(key)).status).toBe(403);
    await role('admin');
    await database.raw('update users set banned = true where id = $1', [carol.userId]);
    expect((await use(key)).status).toBe(401);
    await database.raw('update users set banned = false where id = $1', [carol.userId]);
    expect((await use(key)).status).toBe(200);
    await shop.call('DELETE', `/user/${carol.userId}`, { as: root.token });
    expect((await use(key)).status).toBe(401);
  });

  it('in an address, a cookie or another header', async () => {
    const { key } = await make(['tools.read']);
    const tries = await Promise.all([
      shop.call('GET', `/tools?key=${key}&access_token=${key}&authorization=Bearer%20${key}`),
      shop.call('GET', '/tools', { headers: { cookie: `key=${key}; accessToken=${key}` } }),
      shop.call('GET', '/tools', { headers: { 'x-api-key': key } }),
      shop.call('GET', '/tools', { headers: { authorization: `Basic ${btoa(`${key}:`)}` } }),
    ]);
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('with one character changed', async () => {
    const { key } = await make(['tools.read']);
    const last = key.at(-1) === 'A' ? 'B' : 'A';
    expect((await use(key.slice(0, -1) + last)).status).toBe(401);
    expect((await use(key.toUpperCase())).status).toBe(401);
  });

  it('to get an access token, or to make another key', async () => {
    const { key } = await make([...SCOPES]);
    const exchanged = await shop.call('PUT', `/user/${root.email}`, { as: key, body: { name: 'Taken over' } });
    expect(exchanged.status).toBe(401);
    const session = await shop.call('GET', '/api/auth/get-session', { as: key });
    expect(await session.json()).toBeNull();
    const another = await shop.call('POST', '/api-key', { as: key, body: { name: 'x', scopes: ['tools.read'] } });
    expect(another.status).toBe(403);
  });
});

it('no refusal and no log line repeats a key', async () => {
  const lines: string[] = [];
  const say = (facts: object, message: string) => void lines.push(JSON.stringify([facts, message]));
  const log = { debug: say, info: say, warn: say, error: say };
  Object.assign(shop.parts.log, log);
  const { key, _id } = await make(['tools.read']);
  const answers = [
    await shop.call('GET', '/orders', { as: key }),
    await shop.call('GET', `/tools?cursor=${key}`, { as: key }),
    await shop.call('PUT', `/user/${root.email}`, { as: key, body: {} }),
  ];
  await shop.call('DELETE', `/api-key/${_id}`, { as: root.token });
  answers.push(await shop.call('GET', '/tools', { as: key }));
  expect(answers.map(({ status }) => status)).toEqual([403, 400, 401, 401]);
  const said = await Promise.all(answers.map((answer) => answer.text()));
  expect([...said, ...lines].filter((text) => text.includes(key))).toEqual([]);
  expect(lines.some((line) => line.includes('refused'))).toBe(true);
});

it('one key may make so many calls in a minute, whatever others do', async () => {
  const { key } = await make(['tools.read']);
  const other = await make(['tools.read']);
  const callers = createKeyCallers(database, { rateLimits: true });
  for (let call = 0; call < KEY_CALLS_PER_MINUTE; call++) await callers(key);
  await expect(callers(key)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
  await expect(callers(other.key)).resolves.toMatchObject({ email: root.email });
});

it('POST /api-key refuses what makes no sense', async () => {
  const send = async (body: object) => codeOf(await shop.call('POST', '/api-key', { as: root.token, body }));
  const invalid = [400, 'VALIDATION_ERROR'];
  expect(await send({ name: '', scopes: ['tools.read'] })).toEqual(invalid);
  expect(await send({ name: 'x', scopes: [] })).toEqual(invalid);
  expect(await send({ name: 'x', scopes: ['api-keys'] })).toEqual(invalid);
  expect(await send({ name: 'x', scopes: ['tools.read', 'tools.read'] })).toEqual(invalid);
  expect(await send({ name: 'x', scopes: ['tools.read'], expiresAt: '2020-01-01T00:00:00Z' })).toEqual(invalid);
  expect(await send({ name: 'x', scopes: ['tools.read'], expiresAt: 'soon' })).toEqual(invalid);
});
