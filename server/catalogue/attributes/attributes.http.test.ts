import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Attribute, MissingFacts } from '#contract/catalogue/attributes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
let wren: Person;
beforeAll(async () => {
  const database = await freshDatabase();
  shop = await openTestShop(database);
  // The seed's own tools are something, too.
  await database.raw(`update tools set attributes = '[]'`);
  await database.raw('delete from attributes');
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  wren = await shop.person('Wren', 'warehouse');
});
afterAll(() => shop.close());

const ATTRIBUTES: Attribute[] = [
  { key: 'size', name: 'Size', kind: 'number', unit: 'mm', isFacet: true, translations: {} },
  { key: 'drive', name: 'Drive', kind: 'choice', unit: null, isFacet: true, translations: {} },
  { key: 'insulated', name: 'Insulated', kind: 'flag', unit: null, isFacet: true, translations: {} },
  { key: 'hardness', name: 'Hardness', kind: 'number', unit: 'HRC', isFacet: false, translations: {} },
];
const put = (list: unknown, as = ada) => shop.call('PUT', '/attributes', { as: as.token, body: list });
const codeOf = async (answer: Response) => ((await answer.json()) as ErrorBody).code;
const pathsOf = async (answer: Response) => ((await answer.json()) as ErrorBody).issues?.map(({ path }) => path);
const toolNow = async (id: string) => (await (await shop.call('GET', `/tool/${id}`)).json()) as Tool;
const edit = (tool: Tool, more: object) =>
  shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body: { ...tool, ...more } });

beforeEach(async () => {
  const { ok } = await put(ATTRIBUTES);
  if (!ok) throw new Error('the attributes could not be put');
});

it('staff read the attributes in the order that they were given; customers do not', async () => {
  expect(await (await put(ATTRIBUTES.toReversed())).json()).toEqual(ATTRIBUTES.toReversed());
  const read = await shop.call('GET', '/attributes', { as: wren.token });
  expect(await read.json()).toEqual(ATTRIBUTES.toReversed());
  expect((await shop.call('GET', '/attributes', { as: alice.token })).status).toBe(403);
  expect((await put(ATTRIBUTES, wren)).status).toBe(403);
});

it('everybody reads what the attributes are called, and a new name at once', async () => {
  const names = async () => (await shop.call('GET', '/attribute-names')).json();
  expect(await names()).toEqual(ATTRIBUTES.map(({ key, name }) => ({ key, name })));
  await put([{ ...ATTRIBUTES[0], name: 'Width across flats' }, ...ATTRIBUTES.slice(1)]);
  expect(await names()).toContainEqual({ key: 'size', name: 'Width across flats' });
});

it.each([
  ['a key in capitals', [{ ...ATTRIBUTES[0], key: 'Size' }], '0.key'],
  ['a key that comes twice', [ATTRIBUTES[0], { ...ATTRIBUTES[1], key: 'size' }], '1.key'],
  ['a name that comes twice, whatever its case', [ATTRIBUTES[0], { ...ATTRIBUTES[1], name: 'SIZE' }], '1.name'],
  ['a kind that there is not', [{ ...ATTRIBUTES[0], kind: 'colour' }], '0.kind'],
  ['a choice with a unit', [{ ...ATTRIBUTES[1], unit: 'mm' }], '0.unit'],
])('refuses %s', async (_what, list, path) => {
  const answer = await put(list);
  expect(answer.status).toBe(400);
  expect(await pathsOf(answer)).toEqual([path]);
});

it('a tool keeps what it is as it was written, and what an edit leaves out', async () => {
  const attributes = [
    { key: 'size', value: '1/2', unit: 'in' },
    { key: 'drive', value: 'Hex' },
    { key: 'insulated', value: true },
    { key: 'hardness', value: 58 },
  ];
  const tool = await shop.tool({
    attributes,
    gtin: '4006381333931',
    hsCode: '8204.11',
    origin: 'DE',
    unspsc: '27111706',
  });
  const said = [...attributes.slice(0, 3), { key: 'hardness', value: 58, unit: 'HRC' }];
  expect(tool).toMatchObject({ attributes: said, gtin: '4006381333931', hsCode: '8204.11', origin: 'DE' });
  const { attributes: _said, gtin: _gtin, hsCode: _hsCode, ...rest } = tool;
  expect((await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body: rest })).status).toBe(200);
  expect(await toolNow(tool._id)).toMatchObject({ attributes: said, gtin: '4006381333931', hsCode: '8204.11' });
  expect((await edit(await toolNow(tool._id), { attributes: [], gtin: '' })).status).toBe(200);
  expect(await toolNow(tool._id)).toMatchObject({ attributes: [] });
  expect(await toolNow(tool._id)).not.toHaveProperty('gtin');
});

it.each([
  ['an attribute that there is not', [{ key: 'colour', value: 'red' }], 'attributes.0.key'],
  [
    'an attribute twice',
    [
      { key: 'drive', value: 'Hex' },
      { key: 'drive', value: 'Torx' },
    ],
    'attributes.1.key',
  ],
  [
    'a size that is no number',
    [
      { key: 'drive', value: 'Hex' },
      { key: 'size', value: 'large' },
    ],
    'attributes.1.value',
  ],
  ['a size by nothing', [{ key: 'size', value: '1/0' }], 'attributes.0.value'],
  ['a size beyond all measure', [{ key: 'size', value: 1e300 }], 'attributes.0.value'],
  ['a size in kilograms', [{ key: 'size', value: '13', unit: 'kg' }], 'attributes.0.unit'],
  ['a choice with a comma', [{ key: 'drive', value: 'Hex, Torx' }], 'attributes.0.value'],
  ['a choice that is a number', [{ key: 'drive', value: 4 }], 'attributes.0.value'],
  ['a choice with a unit', [{ key: 'drive', value: 'Hex', unit: 'mm' }], 'attributes.0.unit'],
  ['a flag that is neither', [{ key: 'insulated', value: 'yes' }], 'attributes.0.value'],
])('refuses %s of a tool', async (_what, attributes, path) => {
  const answer = await edit(await shop.tool(), { attributes });
  expect(answer.status).toBe(400);
  expect(await pathsOf(answer)).toEqual([path]);
});

it('keeps a number that was reckoned with all its decimals', async () => {
  const tool = await shop.tool({ attributes: [{ key: 'size', value: 12.7 * 3 }] });
  expect((await toolNow(tool._id)).attributes).toEqual([{ key: 'size', value: 12.7 * 3, unit: 'mm' }]);
  await shop.call('DELETE', `/tool/${tool._id}`, { as: ada.token });
});

it.each(['1/min', '5', 'a,b', '-'])('refuses the unit %s, which no cell could say behind a number', async (unit) => {
  const answer = await put([...ATTRIBUTES, { key: 'speed', name: 'Speed', kind: 'number', unit, isFacet: true }]);
  expect(answer.status).toBe(400);
  expect(await pathsOf(answer)).toEqual([`${ATTRIBUTES.length}.unit`]);
});

it('says that attributes are a list to who sends none', async () => {
  const answer = await put({ attributes: ATTRIBUTES });
  expect([answer.status, ((await answer.json()) as ErrorBody).message]).toEqual([400, 'Attributes must be a list.']);
});

it('an attribute that tools have is neither taken away nor made to mean something else', async () => {
  const tool = await shop.tool({ attributes: [{ key: 'size', value: '13' }] });
  const [size, ...others] = ATTRIBUTES;
  for (const list of [
    others,
    [{ ...size, kind: 'choice', unit: null }, ...others],
    [{ ...size, unit: 'kg' }, ...others],
  ]) {
    const answer = await put(list);
    expect(answer.status).toBe(409);
    expect(await codeOf(answer)).toBe('ATTRIBUTE_IN_USE');
  }
  expect(
    (await put([{ ...size, unit: 'in', name: 'Drive' }, { ...others[0], name: 'Size' }, ...others.slice(1)])).status,
  ).toBe(200);
  expect((await toolNow(tool._id)).attributes).toEqual([{ key: 'size', value: '13', unit: 'mm' }]);
  await shop.call('DELETE', `/tool/${tool._id}`, { as: ada.token });
});

it('an attribute of tools that were removed can be taken away', async () => {
  await put([...ATTRIBUTES, { key: 'finish', name: 'Finish', kind: 'choice', unit: null, isFacet: true }]);
  const tool = await shop.tool({ attributes: [{ key: 'finish', value: 'Zinc' }] });
  expect((await put(ATTRIBUTES)).status).toBe(409);
  await shop.call('DELETE', `/tool/${tool._id}`, { as: ada.token });
  expect((await put(ATTRIBUTES)).status).toBe(200);
});

it('staff see what buyers could narrow by before it is shown, and what is missing by category', async () => {
  const [, drive, ...others] = ATTRIBUTES;
  await put([ATTRIBUTES[0], { ...drive, isFacet: false }, ...others]);
  const tools = [];
  for (const [name, attributes, more] of [
    [
      'Gap one',
      [
        { key: 'drive', value: 'Hex' },
        { key: 'size', value: '8' },
      ],
      { weight: 120 },
    ],
    ['Gap two', [{ key: 'drive', value: 'Torx' }], { image: 'https://pictures.example/gap.webp' }],
    ['Gap hidden', [{ key: 'drive', value: 'Slot' }], { onSale: false }],
  ] as const)
    tools.push(await shop.tool({ name, category: 'Gaps', attributes: [...attributes], ...more }));
  const preview = (key: string, as: Person) => shop.call('GET', `/attribute/${key}/facet`, { as: as.token });
  expect(await (await preview('drive', wren)).json()).toMatchObject({
    facet: {
      key: 'drive',
      values: [
        { value: 'Hex', count: 1 },
        { value: 'Torx', count: 1 },
      ],
    },
  });
  expect(await (await preview('insulated', wren)).json()).toEqual({ facet: null });
  expect((await preview('colour', wren)).status).toBe(404);
  expect((await preview('drive', alice)).status).toBe(403);
  const missing = (await (await shop.call('GET', '/missing-facts', { as: wren.token })).json()) as object[];
  expect(missing).toContainEqual({
    category: 'Gaps',
    tools: 2,
    picture: 1,
    weight: 1,
    datasheet: 2,
    certificate: 2,
    attributes: [
      { key: 'size', name: 'Size', missing: 1 },
      { key: 'drive', name: 'Drive', missing: 0 },
    ],
  });
  for (const { _id } of tools) await shop.call('DELETE', `/tool/${_id}`, { as: ada.token });
});

it('each count of what is missing is that of the tools that staff are led to', async () => {
  const bare = await shop.tool({ name: 'Gap without category', weight: 5 });
  const listed = async (query: Record<string, string>) => {
    const answer = await shop.call('GET', `/tools?${new URLSearchParams({ onSale: 'true', ...query })}`, {
      as: wren.token,
    });
    expect(answer.status).toBe(200);
    return Number(answer.headers.get('x-total-count'));
  };
  const missing = (await (await shop.call('GET', '/missing-facts', { as: wren.token })).json()) as MissingFacts[];
  expect(missing.at(-1)?.category).toBeNull();
  for (const { category, tools, attributes, ...facts } of missing) {
    const [where, more] = category === null ? [{ missing: 'category' }, 'category,'] : [{ category }, ''];
    expect(await listed(where)).toBe(tools);
    for (const [fact, count] of Object.entries(facts))
      expect([fact, await listed({ ...where, missing: more + fact })]).toEqual([fact, count]);
    for (const { key, missing: count } of attributes)
      expect(await listed({ ...where, missing: `${more}attr.${key}` })).toBe(count);
  }
  const before = await listed({ missing: 'datasheet' });
  const pdf = { method: 'POST', headers: { authorization: `Bearer ${ada.token}` }, body: '%PDF-1.7 gap' };
  const sent = new Request(`http://shop.test/tool/${bare._id}/document?kind=datasheet&name=Gap&language=en`, pdf);
  expect((await shop.app.fetch(sent)).status).toBe(201);
  expect(await listed({ missing: 'datasheet' })).toBe(before - 1);
  for (const wrong of ['', 'price', 'attr.', 'attr.%00', 'picture,'])
    expect((await shop.call('GET', `/tools?missing=${wrong}`, { as: wren.token })).status).toBe(400);
  await shop.call('DELETE', `/tool/${bare._id}`, { as: ada.token });
});
