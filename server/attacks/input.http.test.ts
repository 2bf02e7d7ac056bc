import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, routeTable, type TestShop } from '#server/shop-for-tests.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
let ada: Person;
let tool: Tool;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  alice = await shop.person('Alice');
  ada = await shop.person('Ada', 'admin');
  tool = await shop.tool({ name: 'Bench vice', availableQuantity: 1_000 });
});
afterAll(() => shop.close());

const body = (more: object = {}) => ({
  name: 'Alice',
  address: '1 Dock Road',
  phone: '555',
  toolId: tool._id,
  quantity: 1,
  ...more,
});
const post = (path: string, text: BodyInit, headers: Record<string, string> = {}) =>
  shop.app.fetch(
    new Request(`http://shop.test${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json', ...headers },
      body: text,
    }),
  );
/** The answer's status, once it is seen to be a refusal of the contract that says nothing about the inside. */
async function refused(answer: Response, status: number | number[]): Promise<void> {
  expect([status].flat()).toContain(answer.status);
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
    requestId: expect.any(String),
  });
  expect(text).not.toMatch(/node_modules|\.ts:\d|at \w+ \(|select |insert into|syntax error|postgres/i);
}

describe('bodies that are more than a shop needs (attacks T72)', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

  it.each([
    ['1 MB and a byte', () => JSON.stringify({ ...body(), name: 'x'.repeat(1_048_577) }), 413],
    ['arrays 10,000 deep', () => `{"name":${deep(10_000)}}`, 400],
    ['objects 10,000 deep', () => `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    ['a refused field 100,000 deep', () => `{"order":${deep(100_000)},"transactionId":1}`, 400],
    ['100,000 keys', () => JSON.stringify(keys(100_000)), 413],
    ['20,000 keys', () => JSON.stringify(keys(15_000)), 400],
    ['50,000 empty objects', () => `{"lines":[${'{},'.repeat(50_000)}{}]}`, 413],
    ['arrays 101 deep', () => `{"name":${deep(101)}}`, 400],
    [
      'signs within a text, of which there may be as many as fit',
      () => JSON.stringify({ ...body(), name: '{,:['.repeat(20_000) }),
      400,
    ],
    ['the same key twice', () => `{"quantity":1,"quantity":2,"toolId":"x"}`, 400],
    ['the same key twice, once escaped', () => `{"quantity":1,"\\u0071uantity":2}`, 400],
    ['the same key twice, behind blanks', () => `{"quantity":1,"quantity"${' '.repeat(40)}:2,"toolId":"x"}`, 400],
    ['the same key twice, behind lines', () => `{"quantity"${'\n'.repeat(999)}:1,"quantity"${'\t'.repeat(99)}:2}`, 400],
    ['a byte order mark', () => `\uFEFF${JSON.stringify(body())}`, 400],
    ['half a surrogate in UTF-8', () => new Uint8Array([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['nothing', () => '', 400],
    ['null', () => 'null', 400],
    ['an array', () => '[]', 400],
    ['a text', () => '"order"', 400],
  ])('%s are refused and change nothing', async (_case, make, status) => {
    const before = await shop.digest();
    await refused(await post('/order', make()), status);
    expect(await shop.digest()).toBe(before);
  });

  it.each([
    ['gzip', { 'content-encoding': 'gzip' }],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
    ['Latin 1', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['JSON lines', { 'content-type': 'application/jsonl' }],
  ])('%s is refused with 415', async (_case, headers) => {
    const before = await shop.digest();
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    await refused(await post('/order', bomb, headers), 415);
    expect(await shop.digest()).toBe(before);
  });

  it('keep the memory flat: a hundred of a megabyte leave less than 50 MB behind', async () => {
    const large = 'x'.repeat(1_048_577);
    const before = process.memoryUsage().rss;
    for (let index = 0; index < 100; index++) await post('/order', large);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('stop being read at the limit, whatever length they claim', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const answer = await shop.app.fetch(
      new Request('http://shop.test/order', {
        method: 'POST',
        headers: { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' },
        body: endless,
        duplex: 'half',
      } as RequestInit),
    );
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(1_000_000);
  });
});

describe('text that people would not type (attacks T73)', () => {
  const STRANGE = [
    ['right-to-left override', 'abc\u202Edef'],
    ['emoji of four bytes', '🔨🔧🪛'],
    ['combining marks', `z${'\u0351'.repeat(190)}`],
    ['family of joined emoji', '👨‍👩‍👧‍👦'],
    ['quotes and backslashes', `O'Brien \\ "x" \`;--`],
  ] as const;

  it.each(STRANGE)('%s in name and address come back byte by byte', async (_case, text) => {
    const answer = await post('/order', JSON.stringify(body({ name: text, address: text })));
    expect(answer.status).toBe(201);
    const { _id } = (await answer.json()) as { _id: string };
    const again = await shop.call('GET', `/order/${_id}`, { as: alice.token });
    expect(await again.json()).toMatchObject({ name: text, address: text });
    await shop.call('DELETE', `/order/${_id}`, { as: alice.token });
  });

  it.each(STRANGE)('%s in a review come back byte by byte', async (_case, text) => {
    const answer = await post('/review', JSON.stringify({ review: text, rating: 5 }));
    expect(await answer.json()).toMatchObject({ review: text });
  });

  it.each([
    ['NUL', 'a\0b'],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\udd28b'],
    ['10,000 combining marks', '\u0351'.repeat(10_000)],
  ])('%s is refused', async (_case, text) => {
    const before = await shop.digest();
    await refused(await post('/order', JSON.stringify(body({ name: text }))), 400);
    await refused(await post('/review', JSON.stringify({ review: text, rating: 5 })), 400);
    const tool = { name: 'Rasp', description: 'Coarse.', price: 1, availableQuantity: 1, minOrderQuantity: 1 };
    const attributes = [{ key: text, value: 1 }];
    const made = { ...tool, image: '/pictures/hammer-640.webp', attributes };
    await refused(await shop.call('POST', '/tool', { as: ada.token, body: made }), 400);
    expect(await shop.digest()).toBe(before);
  });

  it('length is counted by characters: 200 hammers are a name, 201 are not', async () => {
    const named = (count: number) => post('/order', JSON.stringify(body({ name: '🔨'.repeat(count) })));
    expect((await named(200)).status).toBe(201);
    expect((await named(201)).status).toBe(400);
  });

  it('blanks are characters: more than a field may have are refused, though it may be empty', async () => {
    const noted = (note: string) => post('/order', JSON.stringify(body({ note })));
    expect((await noted(' '.repeat(1_000))).status).toBe(201);
    await refused(await noted(' '.repeat(1_001)), 400);
    await refused(await shop.call('GET', `/tool?q=${'+'.repeat(201)}`), 400);
  });
});

describe('text that means something to a database (attacks T74)', () => {
  const SPELLS = [
    `'; drop table tools; --`,
    '$where: sleep(1000)',
    '1 OR 1=1',
    `" or ""="`,
    `\\'; select pg_sleep(5); --`,
    '{"$ne":1}',
    '${7*7}',
    '%',
    '_',
  ];
  it.each(SPELLS)('%s is only text in every field, path and query', async (spell) => {
    const encoded = encodeURIComponent(spell);
    for (const [method, path, status] of [
      ['GET', `/tool/${encoded}`, [404]],
      ['GET', `/order/${encoded}`, [404]],
      ['DELETE', `/order/${encoded}`, [404]],
      ['DELETE', `/tool/${encoded}`, [404]],
      ['DELETE', `/user/${encoded}`, [404]],
      ['PUT', `/user/admin/${encoded}`, [400, 404]],
      ['GET', `/tool?cursor=${encoded}`, [400]],
      ['GET', `/tool?limit=${encoded}`, [400]],
      ['GET', `/tool?sort=${encoded}`, [400]],
      ['GET', `/tool?minPrice=${encoded}`, [400]],
    ] as const) {
      await refused(await shop.call(method, path, { as: ada.token }), [...status]);
    }
    const found = await shop.call('GET', `/tool?q=${encoded}`);
    expect(found.status).toBe(200);
    const order = await post('/order', JSON.stringify(body({ name: spell, address: spell })));
    expect(await order.json()).toMatchObject({ name: spell });
    await refused(await post('/order', JSON.stringify(body({ toolId: spell }))), 404);
    expect((await shop.call('GET', '/tool?limit=1')).status).toBe(200);
  });

  const lists = routeTable.filter(([, route]) => 'list' in route);
  it.each(['1.5', '0', '-1', '101', '1e1', '%2B1', '%201', '', '0x1', '1&limit=2'])(
    'a list of %s rows is refused: their number is whole, from 1 to 100',
    async (limit) => {
      expect(lists.length).toBeGreaterThan(5);
      for (const [, { path }] of lists) {
        const address = path.replace(':id', tool._id);
        await refused(await shop.call('GET', `${address}?limit=${limit}`, { as: ada.token }), 400);
      }
    },
  );

  it.each(['%00', 'a%00b', '%ED%A0%80', '%', '%zz', '%c0%ae', 'x'.repeat(65)])(
    'the id %s is refused without a word about the inside',
    async (id) => {
      const before = await shop.digest();
      for (const path of [`/tool/${id}`, `/order/${id}`]) {
        await refused(await shop.call('GET', path, { as: ada.token }), [400, 404]);
        await refused(await shop.call('DELETE', path, { as: ada.token }), [400, 404]);
      }
      expect(await shop.digest()).toBe(before);
    },
  );

  it.each([{ $ne: 1 }, { $gt: '' }, ['x'], 1, true, null])('%j is not a text where one is asked for', async (value) => {
    const before = await shop.digest();
    for (const field of ['name', 'address', 'phone', 'toolId']) {
      await refused(await post('/order', JSON.stringify(body({ [field]: value }))), 400);
    }
    await refused(await post('/review', JSON.stringify({ review: value, rating: 5 })), 400);
    expect(await shop.digest()).toBe(before);
  });
});

describe('POST /tool (attacks T29)', () => {
  it.each([
    { price: -1 },
    { price: 0 },
    { price: 1e12 },
    { price: '12abc' },
    { price: '1e3' },
    { price: 1.005 },
    { minOrderQuantity: 0 },
    { availableQuantity: -1 },
    { availableQuantity: 1.5 },
    { availableQuantity: 2e9 },
    { name: '' },
    { name: ' ' },
    { description: 'x'.repeat(5_001) },
    { _id: 'mine' },
    { version: 7 },
    { isAdmin: true },
  ])('refuses %j', async (more) => {
    const before = await shop.digest();
    const fields = { description: 'd', price: 1, availableQuantity: 1, minOrderQuantity: 1, image: '/pictures/a.webp' };
    await refused(await shop.call('POST', '/tool', { as: ada.token, body: { name: 'File', ...fields, ...more } }), 400);
    expect(await shop.digest()).toBe(before);
  });

  it('takes numbers as the form sends them', async () => {
    const text = { price: '12', availableQuantity: '7', minOrderQuantity: ' 2 ' };
    const made = await shop.call('POST', '/tool', {
      as: ada.token,
      body: { name: 'File', description: 'd', image: '/pictures/a.webp', ...text },
    });
    expect(await made.json()).toMatchObject({ price: 12, availableQuantity: 7, minOrderQuantity: 2 });
  });
});

describe('POST /review (attacks T18, T79)', () => {
  it.each([0, 6, 4.5, null, '', 'five', [5], 1e9, -1])('refuses the rating %j', async (rating) => {
    const before = await shop.digest();
    await refused(await post('/review', JSON.stringify({ review: 'Good.', rating })), 400);
    expect(await shop.digest()).toBe(before);
  });

  it.each(['', '   ', 'x'.repeat(2_001)])('refuses a review of the wrong length', async (review) => {
    const before = await shop.digest();
    await refused(await post('/review', JSON.stringify({ review, rating: 5 })), 400);
    expect(await shop.digest()).toBe(before);
  });

  it('is signed by the one who is signed in, whatever name and picture are sent, and takes "5" for 5', async () => {
    const forged = { name: 'Bob', image: 'https://evil.test/bob.png', review: 'Good.', rating: '5' };
    const made = await post('/review', JSON.stringify(forged));
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ name: 'Alice', rating: 5, image: null });
  });
});

describe('lists (attacks T21)', () => {
  it('of reviews hold no e-mail and no user id', async () => {
    await post('/review', JSON.stringify({ review: 'Fine.', rating: 4 }));
    const text = await (await shop.call('GET', '/review')).text();
    expect(text).not.toContain('@');
    expect(text).not.toContain(alice.userId);
    expect(text).not.toMatch(/userId|email/);
  });

  it('of users hold no secret', async () => {
    const text = await (await shop.call('GET', '/user', { as: ada.token })).text();
    expect(text).not.toMatch(/password|hash|token|secret|session|otp|salt|\$2|backup/i);
    expect(Object.keys((JSON.parse(text) as object[])[0] ?? {}).toSorted()).toEqual(
      ['_id', 'address', 'createdAt', 'email', 'emailVerified', 'name', 'phone', 'role'].toSorted(),
    );
  });
});
