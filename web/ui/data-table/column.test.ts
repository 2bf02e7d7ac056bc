import { expect, test } from 'vitest';
import { directionOf, nextOrder, sortedBy } from './column.ts';

const columns = [
  { title: 'name', value: ({ name }: { name: string; stock: number }) => name },
  { title: 'stock', value: ({ stock }: { name: string; stock: number }) => stock },
  { title: 'picture' },
];
const rows = [
  { name: 'Bolt M10', stock: 5 },
  { name: 'axe', stock: 120 },
  { name: 'Bolt M8', stock: 5 },
];
const names = (order: string) => sortedBy(rows, columns, order).map(({ name }) => name);

test('names are in the order of people: capitals aside, 8 before 10', () => {
  expect(names('name')).toEqual(['axe', 'Bolt M8', 'Bolt M10']);
  expect(names('-name')).toEqual(['Bolt M10', 'Bolt M8', 'axe']);
});

test('numbers are in their order, and equal rows stay as they were, up and down', () => {
  expect(names('stock')).toEqual(['Bolt M10', 'Bolt M8', 'axe']);
  expect(names('-stock')).toEqual(['axe', 'Bolt M10', 'Bolt M8']);
});

test.each(['', 'picture', 'constructor'])('an order %j that no column has leaves the rows as they are', (order) => {
  expect(names(order)).toEqual(rows.map(({ name }) => name));
});

test('a heading goes up first, then down, and says which', () => {
  const sort = { up: 'price', down: '-price' };
  expect(nextOrder(sort, 'newest')).toBe('price');
  expect(nextOrder(sort, 'price')).toBe('-price');
  expect(nextOrder(sort, '-price')).toBe('price');
  expect(['price', '-price', 'newest'].map((now) => directionOf({ sort }, now))).toEqual([
    'ascending',
    'descending',
    'none',
  ]);
  expect(directionOf({}, 'price')).toBeUndefined();
});
