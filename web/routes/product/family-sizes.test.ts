import { expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { bySize, sizeColumns } from './family-sizes.ts';

const NAMES = [
  { key: 'length', name: 'Length' },
  { key: 'thread', name: 'Thread' },
];

function size(name: string, attributes: Tool['attributes'] = []): Tool {
  return {
    _id: name,
    name,
    description: 'Forged.',
    image: '/pictures/wrench-640.webp',
    price: 4,
    availableQuantity: 10,
    orderable: 10,
    later: [],
    backorder: { kind: 'no', limit: null, days: 0 },
    minOrderQuantity: 1,
    quantityStep: 1,
    priceBreaks: [],
    priceUnit: 1,
    packs: [],
    weight: 0,
    onSale: true,
    attributes,
    documents: [],
    version: 1,
  };
}

it('tells sizes apart by the attributes they differ in, as their names say them, from the smallest on', () => {
  const bolt = (thread: string, length: string) =>
    size(`Bolt ${thread} × ${length} mm`, [
      { key: 'length', value: length, unit: 'mm' },
      { key: 'finish', value: 'Zinc plated' },
      { key: 'thread', value: thread },
    ]);
  const bolts = [bolt('M10', '80'), bolt('M10', '50'), bolt('M6', '100'), bolt('M12', '60')];
  const columns = sizeColumns(bolts, NAMES);
  expect(columns.map(({ title }) => title)).toEqual(['Thread', 'Length']);
  expect(columns[1]?.values.get('Bolt M10 × 50 mm')?.text).toBe('50 mm (1.97 in)');
  expect(bySize(bolts, columns).map(({ name }) => name)).toEqual([
    'Bolt M6 × 100 mm',
    'Bolt M10 × 50 mm',
    'Bolt M10 × 80 mm',
    'Bolt M12 × 60 mm',
  ]);
});

it('orders fractions of an inch and millimetres by how long they are', () => {
  const spanner = (value: string, unit: string) => size(`Spanner ${value} ${unit}`, [{ key: 'size', value, unit }]);
  const spanners = [spanner('1/2', 'in'), spanner('3/8', 'in'), spanner('13', 'mm'), spanner('11/16', 'in')];
  expect(bySize(spanners, sizeColumns(spanners, NAMES)).map(({ name }) => name)).toEqual([
    'Spanner 3/8 in',
    'Spanner 1/2 in',
    'Spanner 13 mm',
    'Spanner 11/16 in',
  ]);
});

it('tells sizes apart by what their names differ in where nothing else does', () => {
  const files = [size('Flat File 250 mm, Second Cut'), size('Flat File 100 mm, Second Cut')];
  const columns = sizeColumns(files, NAMES);
  expect(columns.map(({ title, values }) => [title, [...values.values()].map(({ text }) => text)])).toEqual([
    ['Size', ['250', '100']],
  ]);
  expect(bySize(files, columns)[0]?.name).toBe('Flat File 100 mm, Second Cut');
});

it('finds nothing to tell apart in no sizes, or in sizes of one name', () => {
  expect(sizeColumns([], NAMES)).toEqual([]);
  const twins = [size('Anvil'), size('Anvil')];
  expect(bySize(twins, sizeColumns(twins, NAMES))).toHaveLength(2);
});
