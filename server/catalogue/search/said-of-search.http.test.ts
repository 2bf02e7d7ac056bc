import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

async function find(q: string, path = '/tool') {
  const answer = await shop.call('GET', `${path}?${new URLSearchParams({ q })}`);
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as Pick<Tool, 'name'>[];
  const said = answer.headers.get('x-corrected');
  return {
    names: rows.map(({ name }) => name),
    corrected: said === null ? null : Object.fromEntries(new URLSearchParams(said)),
    nearest: answer.headers.has('x-nearest'),
  };
}

describe('what a description alone says', () => {
  it.each([
    ['DIN 3113', /^Combination Spanner/, 6],
    ['din3113', /^Combination Spanner/, 6],
    ['DIN-3113 13 mm', /^Combination Spanner 13 mm/, 1],
    ['ISO 4014', /^Hex Bolt/, 5],
    ['M8 ISO 4014', /^Hex Bolt M8/, 1],
    ['EN 131', /^Timber Ladder/, 1],
    ['ladder en131', /^Timber Ladder/, 1],
    ['two-component handle', /^Slotted Screwdriver/, 4],
    ['ferrule', /^Round Brush/, 1],
    ['ferru', /^Round Brush/, 1],
  ])('finds: %s', async (q, names, total) => {
    const found = await find(q);
    expect(found.names).toHaveLength(total);
    for (const name of found.names) expect(name).toMatch(names);
    expect(found).toMatchObject({ corrected: null, nearest: false });
  });

  it('comes after what a name says', async () => {
    expect((await find('padlock')).names).toEqual(['Padlock 50 mm, Solid Brass', 'Toolbox 480 mm, Steel, Five Trays']);
    const { names } = await find('hickory');
    const inName = names.map((name) => name.includes('Hickory'));
    expect(inName).toEqual(inName.toSorted((one, other) => Number(other) - Number(one)));
  });

  it('follows the description', async () => {
    const tool = await shop.tool({ name: 'Slogging hammer', description: 'Made to DIN 133.' });
    expect((await find('din 133')).names).toEqual(['Slogging hammer']);
    const { token } = await shop.signIn('ada@tradebench.test');
    const { _id, name, price, image, availableQuantity, minOrderQuantity, version } = tool;
    const body = { name, price, image, availableQuantity, minOrderQuantity, version, description: 'Made to DIN 134.' };
    await shop.call('PUT', `/tool/${_id}`, { as: token, body });
    expect((await find('din 134')).names).toEqual(['Slogging hammer']);
    expect((await find('hammer din 133')).nearest).toBe(true);
    await shop.call('DELETE', `/tool/${_id}`, { as: token });
  });
});

describe('a correction is said', () => {
  it.each([
    ['mallet', { mallet: 'hammers' }, /Hammer/],
    ['rubber mallets', { 'rubber mallets': 'hammers' }, /Hammer/],
    ['sledge', { sledge: 'hammers' }, /Hammer/],
    ['torx', { torx: 'screwdrivers' }, /Screwdriver/],
    ['tape measure', { 'tape measure': 'rules' }, /Rule/],
    ['tape mesure', { 'tape mesure': 'rules' }, /Rule/],
    ['box cutter', { 'box cutter': 'knives' }, /Knife/],
    ['utility knife', { 'utility knife': 'knives' }, /Knife/],
    ['hacksaw', { hacksaw: 'saws' }, /Saw/],
    ['vise', { vise: 'clamps' }, /Clamp/],
    ['hamer', { hamer: 'hammer' }, /Hammer/],
    ['claw hamer 20', { hamer: 'hammer' }, /^Claw Hammer 20 oz/],
    ['wernch', { wernch: 'wrench' }, /Spanner/],
    ['adjustible wrench', { 'adjustible wrench': 'adjustable spanner' }, /^Adjustable Spanner/],
    ['BOX-CA-481', { 'BOX-CA-481': 'BOXCA480' }, /^Toolbox/],
  ])('%s: %j', async (q, corrected, names) => {
    const found = await find(q);
    expect(found).toMatchObject({ corrected, nearest: false });
    expect(found.names.length).toBeGreaterThan(0);
    for (const name of found.names) expect(name).toMatch(names);
    const suggested = await find(q, '/tool-suggestions');
    expect(suggested.corrected).toEqual(corrected);
    expect(suggested.names.toSorted()).toEqual(expect.arrayContaining(found.names.slice(0, 1)));
  });

  it.each([
    'hammer',
    'spanner',
    'wrench',
    '13mm spanner',
    'pad lock',
    'clawhammer',
    'BOXCA480',
    '5/16 spanner',
    'flashlight',
  ])('and nothing is said of %s', async (q) => {
    const found = await find(q);
    expect(found.corrected).toBe(null);
    expect(found.names.length).toBeGreaterThan(0);
  });

  it('also where only what comes near is found', async () => {
    const found = await find('hamer chainsaw');
    expect(found).toMatchObject({ corrected: { hamer: 'hammer' }, nearest: true });
  });

  it('whatever letters were typed', async () => {
    expect((await find('“BOX CA 481”')).corrected).toEqual({ '“BOX CA 481”': 'BOXCA480' });
  });

  it('what nothing comes near finds nothing', async () => {
    for (const q of ['pallet', 'wallet', 'pipette'])
      expect((await find(q)).names.filter((name) => /Bolt|Torch|Chain/.test(name))).toEqual([]);
  });
});

describe('British and American names of one thing find each other', () => {
  beforeAll(async () => {
    for (const name of [
      'Water Pump Pliers 250 mm',
      'Ball End Hex Keys, Set of 9',
      'Trimming Knife, Retractable',
      'Spirit Level 600 mm',
      'Bench Vice 100 mm',
      'Locking Pliers 10 in',
      'Lump Hammer 1 kg',
      'Wrecking Bar 600 mm',
    ])
      await shop.tool({ name, description: 'Forged.' });
  });

  it.each([
    ['adjustable wrench', 'Adjustable Spanner 250 mm (10 in)'],
    ['crescent wrench', 'Adjustable Spanner 250 mm (10 in)'],
    ['combination wrench 13mm', 'Combination Spanner 13 mm, Chrome Vanadium'],
    ['channel locks', 'Water Pump Pliers 250 mm'],
    ['channellock', 'Water Pump Pliers 250 mm'],
    ['tongue and groove pliers', 'Water Pump Pliers 250 mm'],
    ['allen keys', 'Ball End Hex Keys, Set of 9'],
    ['allen wrench', 'Ball End Hex Keys, Set of 9'],
    ['box cutter', 'Trimming Knife, Retractable'],
    ['utility knife', 'Trimming Knife, Retractable'],
    ['bubble level', 'Spirit Level 600 mm'],
    ['bench vise', 'Bench Vice 100 mm'],
    ['vise grips', 'Locking Pliers 10 in'],
    ['mole grip', 'Locking Pliers 10 in'],
    ['club hammer', 'Lump Hammer 1 kg'],
    ['pry bar', 'Wrecking Bar 600 mm'],
    ['crowbar', 'Wrecking Bar 600 mm'],
    ['c-clamp 75 mm', 'G-Clamp 75 mm, Forged Steel'],
    ['ball peen hammer', 'Ball-Pein Hammer 24 oz, Fibreglass'],
    ["carpenter's square 300", 'Carpenter’s Square 300 mm'],
    ['flashlight', 'Inspection Torch 300 lm, IP54'],
  ])('%s: %s', async (q, name) => {
    const found = await find(q);
    expect(found.names).toEqual([name]);
    expect(found).toMatchObject({ corrected: null, nearest: false });
  });
});
