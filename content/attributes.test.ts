import { expect, it } from 'vitest';
import { ToolAttributes } from '#contract/catalogue/attributes.ts';
import { attributesOf, seedAttributes } from './attributes.ts';
import { catalogue, generatedTool } from './catalogue.ts';

const plain = (name: string, description = '') =>
  Object.fromEntries(
    attributesOf({ name, description }).map(({ key, value, unit }) => [key, unit ? `${value} ${unit}` : value]),
  );

it('reads sizes, threads and what things are made of from what is said of them', () => {
  expect(
    plain('Combination Spanner 13 mm, Chrome Vanadium', 'Hardened to 42–46 HRC, satin chrome. DIN 3113 A.'),
  ).toEqual({
    size: '13 mm',
    material: 'Chrome vanadium',
    finish: 'Satin chrome',
    standard: 'DIN 3113',
    hardness: '42–46 HRC',
  });
  expect(plain('Hex Bolt M10 × 50, Zinc Plated')).toMatchObject({
    thread: 'M10',
    length: '50 mm',
    drive: 'External hex',
  });
  expect(attributesOf({ name: 'Wrench 1 1/2 in', description: '' })).toEqual([
    { key: 'size', value: '1 1/2', unit: 'in', base: 38.1 },
  ]);
});

it('every tool of the seed is something, by attributes that the shop has, each once', () => {
  const keys = new Set(seedAttributes.map(({ key }) => key));
  for (const tool of [...catalogue, ...Array.from({ length: 500 }, (_, n) => generatedTool(n * 97))]) {
    const said = attributesOf(tool);
    expect(ToolAttributes.safeParse(said.map(({ base: _base, ...each }) => each)).success).toBe(true);
    expect(said.every(({ key }) => keys.has(key))).toBe(true);
  }
  expect(catalogue.filter((tool) => attributesOf(tool).length > 0).length).toBeGreaterThan(catalogue.length * 0.7);
});
