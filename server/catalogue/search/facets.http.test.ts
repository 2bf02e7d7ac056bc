import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Facets } from '#contract/catalogue/facets.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  // The seed's own tools are something, too.
  await database.raw(`update tools set attributes = '[]'`);
  await database.raw('delete from attributes');
  ada = await shop.person('Ada', 'admin');
  const body = [
    { key: 'length', name: 'Length', kind: 'number', unit: 'mm', isFacet: true },
    { key: 'finish', name: 'Finish', kind: 'choice', unit: null, isFacet: true },
    { key: 'sealed', name: 'Sealed', kind: 'flag', unit: null, isFacet: true },
    { key: 'lot', name: 'Lot', kind: 'choice', unit: null, isFacet: false },
  ];
  await shop.call('PUT', '/attributes', { as: ada.token, body });
  for (const [name, length, finish, sealed, more] of BOLTS) {
    const attributes = [
      { key: 'length', value: length },
      { key: 'finish', value: finish },
      { key: 'sealed', value: sealed },
      { key: 'lot', value: 'A7' },
    ];
    await shop.tool({ name, category: 'Facet bolts', attributes, ...more });
  }
});
afterAll(() => shop.close());

const BOLTS: [string, string, string, boolean, object?][] = [
  ['Quoin bolt one', '10', 'Zinc', true],
  ['Quoin bolt two', '1/2 in', 'Zinc', false],
  ['Quoin bolt three', '20', 'Black', false],
  ['Quoin bolt four', '50', 'Plain', true],
  ['Quoin bolt hidden', '60', 'Zinc', true, { onSale: false }],
  ['Quoin bolt secret', '70', 'Chrome', true, { onSale: false }],
];

const list = async (query: string) => {
  const answer = await shop.call('GET', `/tool?category=Facet%20bolts&sort=name&${query}`);
  return ((await answer.json()) as Tool[]).map(({ name }) => name.replace('Quoin bolt ', ''));
};
const facets = async (query: string) =>
  (await (await shop.call('GET', `/facets?category=Facet%20bolts&${query}`)).json()) as Facets;
const counts = ({ facets: all }: Facets, key: string) =>
  Object.fromEntries(all.find((facet) => facet.key === key)?.values.map(({ value, count }) => [value, count]) ?? []);

it.each([
  ['attr.finish=Zinc', ['one', 'two']],
  ['attr.finish=Zinc,Black', ['one', 'three', 'two']],
  ['attr.length=12.7', ['two']],
  ['attr.length=10,20', ['one', 'three']],
  ['attr.length=10..20', ['one', 'three', 'two']],
  ['attr.length=20..', ['four', 'three']],
  ['attr.length=0.5in', ['two']],
  ['attr.length=99', []],
  ['attr.sealed=true&attr.finish=Zinc', ['one']],
  ['attr.lot=A7', ['four', 'one', 'three', 'two']],
  ['q=quoin&attr.finish=Zinc', ['one', 'two']],
])('the list by %s', async (query, names) => {
  expect(await list(query)).toEqual(names);
  expect((await facets(query)).total).toBe(names.length);
});

it('counts of an attribute leave out what is chosen of it, and others have it', async () => {
  const zinc = await facets('attr.finish=Zinc');
  expect(zinc.facets.map(({ key }) => key)).toEqual(['length', 'finish', 'sealed']);
  expect(counts(zinc, 'finish')).toEqual({ Black: 1, Plain: 1, Zinc: 2 });
  expect(counts(zinc, 'length')).toEqual({ '10': 1, '12.7': 1, '20': 0, '50': 0 });
  expect(zinc.facets[0]).toMatchObject({ unit: 'mm', kind: 'number', min: 10, max: 12.7 });
  const both = await facets('attr.finish=Zinc&attr.sealed=true');
  expect(counts(both, 'finish')).toEqual({ Black: 0, Plain: 1, Zinc: 1 });
  expect(counts(both, 'sealed')).toEqual({ true: 1, false: 1 });
  expect(both.facets[1]?.values.filter(({ isSelected }) => isSelected)).toEqual([
    { value: 'Zinc', count: 1, isSelected: true },
  ]);
});

it('where words find tools, but none that is all that is chosen, counts leave out each choice, and nothing near is listed', async () => {
  const query = 'q=quoin%20one&attr.finish=Black&attr.sealed=true';
  expect(await list(query)).toEqual([]);
  const none = await facets(query);
  expect([none.total, counts(none, 'finish'), counts(none, 'sealed')]).toEqual([0, { Zinc: 1 }, { true: 0 }]);
});

it('numbers count as the values of a facet say them, and each selects its own', async () => {
  const [length] = (await facets('')).facets;
  for (const { value, count } of length!.values) {
    const chosen = await facets(`attr.length=${value}`);
    expect(chosen.total).toBe(count);
    expect(chosen.facets[0]?.values.filter(({ isSelected }) => isSelected).map((each) => each.value)).toEqual([value]);
  }
});

it('counts are those of the lists that they lead to, whatever is chosen', async () => {
  const chosen = ['', 'attr.finish=Zinc,Plain', 'attr.length=10..20', 'attr.sealed=false&attr.finish=Zinc', 'q=quoin'];
  for (const query of chosen) {
    const { facets: all } = await facets(query);
    for (const { key, values } of all) {
      const others = query.split('&').filter((part) => !part.startsWith(`attr.${key}=`));
      for (const { value, count } of values)
        expect([key, value, count]).toEqual([
          key,
          value,
          (await list([...others, `attr.${key}=${value}`].join('&'))).length,
        ]);
    }
  }
});

it.each([
  ['attr.colour=red', 'attr.colour'],
  ['attr.finish=Gold', 'attr.finish'],
  ['attr.finish=Chrome', 'attr.finish'],
  ['attr.finish=', 'attr.finish'],
  ['attr.finish=Zinc%00', 'attr.finish'],
  ['attr.fin%00ish=Zinc', 'attr.fin\0ish'],
  ['attr.length=long', 'attr.length'],
  ['attr.length=20..10', 'attr.length'],
  ['attr.length=..', 'attr.length'],
  ['attr.length=1kg', 'attr.length'],
  ['attr.sealed=perhaps', 'attr.sealed'],
  ['attr.finish=Zinc&attr.finish=Black', 'attr.finish'],
  ['attr=finish', 'attr'],
  ['attr.__proto__=x', 'attr.__proto__'],
])('refuses %s', async (query, path) => {
  for (const call of ['/tool', '/facets']) {
    const answer = await shop.call('GET', `${call}?${query}`);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as ErrorBody).issues?.map((issue) => issue.path)).toEqual([path]);
  }
});

it('what a tool is narrows the list within the transaction that writes it, and a value that no tool has any more is none', async () => {
  const tool = await shop.tool({ category: 'Facet bolts', attributes: [{ key: 'finish', value: 'Brass' }] });
  const known = (value: string) => shop.call('GET', `/tool?attr.finish=${value}`);
  expect((await known('Brass')).headers.get('x-total-count')).toBe('1');
  const seen = await database.rawTransaction(async ({ query }) => {
    await query(`update tools set attributes = '[{"key": "finish", "value": "Tin"}]' where id = $1`, [tool._id]);
    return query<{ value: string }>(
      `select value from attribute_values, tools where attribute_values.id = any(string_to_array(value_ids, ',')::int[]) and tools.id = $1`,
      [tool._id],
    );
  });
  expect(seen).toEqual([{ value: 'Tin' }]);
  expect((await known('Tin')).status).toBe(200);
  const gone = await shop.call('GET', '/facets?attr.finish=Brass');
  expect(gone.status).toBe(400);
});

it('refuses the order that the list refuses', async () => {
  for (const path of ['/tool', '/facets']) {
    const answer = await shop.call('GET', `${path}?sort=attr.no-such`);
    expect([answer.status, ((await answer.json()) as ErrorBody).issues?.[0]?.path]).toEqual([400, 'sort']);
    expect((await shop.call('GET', `${path}?sort=-attr.length`)).status).toBe(200);
  }
});

it('is cached until a tool changes what it is', async () => {
  const before = await shop.call('GET', '/facets?category=Facet%20bolts');
  const etag = before.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = () => shop.call('GET', '/facets?category=Facet%20bolts', { headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  await shop.tool({ category: 'Facet bolts', attributes: [{ key: 'length', value: '70' }] });
  const after = await again();
  expect(after.status).toBe(200);
  expect(counts((await after.json()) as Facets, 'length')).toMatchObject({ '70': 1 });
});
