import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FacetSuggestion } from '#contract/catalogue/facets.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  const list = (await (await shop.call('GET', '/attributes', { as: ada.token })).json()) as object[];
  const strength = { key: 'strength', name: 'Strength class', kind: 'choice', unit: null, isFacet: true };
  const torque = { key: 'torque', name: 'Torque', kind: 'number', unit: 'Nm', isFacet: true };
  await shop.call('PUT', '/attributes', { as: ada.token, body: [...list, strength, torque] });
  for (const [name, category, said] of TOOLS) {
    const attributes = Object.entries(said).map(([key, value]) => ({ key, value }));
    await shop.tool({ name, category, description: 'Forged.', attributes });
  }
});
afterAll(() => shop.close());

/** What they are stands in their attributes alone. */
const TOOLS: [name: string, category: string, said: Record<string, string>][] = [
  ['Slogging spanner', 'Flogging spanners', { size: '13', standard: 'DIN 133' }],
  ['Slogging spanner, inch', 'Flogging spanners', { size: '1/2 in', standard: 'DIN 133' }],
  ['Fruit ladder', 'Orchard ladders', { length: '4.5 m', standard: 'EN 13199' }],
  ['Frame bolt', 'Frame bolts', { thread: 'M10', strength: '8.8', finish: 'Zinc plated', length: '50' }],
  ['Frame bolt, strong', 'Frame bolts', { thread: 'M10', strength: '10.9', finish: 'Zinc plated', length: '60' }],
  ['Auger bit 12.7 mm', 'Augers', {}],
  ['Swivel wrench', 'Swivel wrenches', { size: '14', torque: '40' }],
];

const find = async (q: string) => {
  const answer = await shop.call('GET', `/tool?${new URLSearchParams({ q })}`);
  expect(answer.headers.get('x-nearest')).toBeNull();
  return ((await answer.json()) as Tool[]).map(({ name }) => name).toSorted();
};
const suggest = async (q: string) => {
  const answer = await shop.call('GET', `/facet-suggestions?${new URLSearchParams({ q })}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as FacetSuggestion[];
};

describe('a search finds by what tools are', () => {
  it.each([
    ['slogging spanner 13mm DIN 133', ['Slogging spanner']],
    ['slogging spanner 13 mm din133', ['Slogging spanner']],
    ['ladder EN 13199', ['Fruit ladder']],
    ['frame bolt M10 8.8 zinc', ['Frame bolt']],
    ['frame bolt M10 × 60', ['Frame bolt, strong']],
    ['slogging 1/2 in', ['Slogging spanner, inch']],
    ['slogging 12.7 mm', ['Slogging spanner, inch']],
    ['slogging 1.27 cm', ['Slogging spanner, inch']],
    ['slogging 0.5"', ['Slogging spanner, inch']],
    ['auger 1/2 in', ['Auger bit 12.7 mm']],
    ['auger ½″', ['Auger bit 12.7 mm']],
    ['fruit ladder 450 cm', ['Fruit ladder']],
    ['fruit ladder 4500 mm', ['Fruit ladder']],
  ])('%s', async (q, names) => {
    expect(await find(q)).toEqual(names);
  });

  it('the seed’s own tools, too: one standard, one size, in either unit', async () => {
    expect(await find('spanner 13mm DIN 3113')).toEqual(['Combination Spanner 13 mm, Chrome Vanadium']);
    expect(await find('ladder EN 131')).toEqual([expect.stringMatching(/^Timber Ladder/)]);
  });

  it('what a tool is no longer is not found', async () => {
    const tool = await shop.tool({ name: 'Changing drift', attributes: [{ key: 'size', value: '17' }] });
    expect(await find('drift 17 mm')).toEqual(['Changing drift']);
    const body = { ...tool, attributes: [{ key: 'size', value: '19' }] };
    expect((await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body })).status).toBe(200);
    expect(await find('drift 19 mm')).toEqual(['Changing drift']);
    const answer = await shop.call('GET', '/tool?q=drift%2017%20mm');
    expect(answer.headers.get('x-nearest')).toBe('true');
  });
});

describe('what is typed so far suggests choices', () => {
  it.each([
    ['13mm slogging', { key: 'size', value: '13', category: 'Flogging spanners', unit: 'mm', name: 'Size' }],
    ['slogging 1/2', { key: 'size', value: '12.7', category: 'Flogging spanners', unit: 'mm', name: 'Size' }],
    ['slogging 0.5"', { key: 'size', value: '12.7', category: 'Flogging spanners' }],
    ['slogging 1.27 cm', { key: 'size', value: '12.7', category: 'Flogging spanners' }],
    ['fruit ladder 450 cm', { key: 'length', category: 'Orchard ladders' }],
    ['swivel wrench 40 Nm', { key: 'torque', value: '40', category: 'Swivel wrenches', unit: 'Nm' }],
    // The shop has no such size; 14 mm is the nearest.
    ['swivel wrench 9/16 in', { key: 'size', value: '14', category: 'Swivel wrenches' }],
    ['frame bolt 8.8', { key: 'strength', value: '8.8', category: 'Frame bolts' }],
    ['zinc frame bolt', { key: 'finish', value: 'Zinc plated', category: 'Frame bolts' }],
    ['EN 13199', { key: 'standard', value: 'EN 13199', category: 'Orchard ladders' }],
  ])('%s: %j', async (q, first) => {
    const [suggestion] = await suggest(q);
    expect(suggestion).toMatchObject(first);
    const { key, value, category } = suggestion!;
    const list = await shop.call('GET', `/tool?${new URLSearchParams({ category, [`attr.${key}`]: value })}`);
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(0);
  });

  it('none where no word speaks of one, at most four, and never one that is no facet', async () => {
    expect(await suggest('slogging')).toEqual([]);
    expect(await suggest('???')).toEqual([]);
    expect((await suggest('steel')).length).toBeLessThanOrEqual(4);
    const list = (await (await shop.call('GET', '/attributes', { as: ada.token })).json()) as { key: string }[];
    const body = list.map((each) => (each.key === 'strength' ? { ...each, isFacet: false } : each));
    await shop.call('PUT', '/attributes', { as: ada.token, body });
    expect((await suggest('frame bolt 8.8')).map(({ key }) => key)).not.toContain('strength');
  });
});
