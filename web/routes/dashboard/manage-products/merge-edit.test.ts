import { expect, test } from 'vitest';
import type { Tool } from '#contract/tools.ts';
import { mergeEdit, valuesOf } from './merge-edit.ts';

const hammer: Tool = {
  _id: 't1',
  name: 'Hammer',
  description: 'Forged.',
  image: '/pictures/hammer.webp',
  price: 12.9,
  availableQuantity: 100,
  minOrderQuantity: 10,
  version: 3,
};

test('a sale meanwhile does not stand in the way of a new name, nor is it undone by it', () => {
  const now = { ...hammer, availableQuantity: 90, version: 4 };
  const typed = { ...valuesOf(hammer), name: 'Claw hammer' };
  const { body, conflicts } = mergeEdit({ opened: hammer, now, typed, dirty: { name: true } });
  expect(conflicts).toEqual([]);
  expect(body).toMatchObject({ name: 'Claw hammer', availableQuantity: '90', version: 4 });
});

test('a sale meanwhile is told to whoever sets the stock', () => {
  const now = { ...hammer, availableQuantity: 90, version: 4 };
  const typed = { ...valuesOf(hammer), availableQuantity: '200' };
  const { body, conflicts } = mergeEdit({ opened: hammer, now, typed, dirty: { availableQuantity: true } });
  expect(conflicts).toEqual([{ field: 'availableQuantity', message: 'This is 90 by now. Save again to set yours.' }]);
  expect(mergeEdit({ opened: now, now, typed, dirty: { availableQuantity: true } })).toEqual({ body, conflicts: [] });
});

test('two admins who set the same price do not collide', () => {
  const now = { ...hammer, price: 14, version: 4 };
  const typed = { ...valuesOf(hammer), price: '14' };
  expect(mergeEdit({ opened: hammer, now, typed, dirty: { price: true } }).conflicts).toEqual([]);
});
