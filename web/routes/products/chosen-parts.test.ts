import { expect, test } from 'vitest';
import type { Facet } from '#contract/catalogue/facets.ts';
import { readFilter } from '#contract/catalogue/list-filter.ts';
import { chosenParts } from './chosen-parts.ts';
import { addressOf } from './filter.ts';

const SIZE: Facet = { key: 'size', name: 'Size', kind: 'number', unit: 'mm', values: [] };

test('names each thing that narrows the list, the category first, with the list without it', () => {
  const filter = readFilter(
    new URLSearchParams('q=steel&category=Spanners&minPrice=5&inStock=true&attr.size=13,17,20..30'),
  );
  const shown = chosenParts(filter, [SIZE]).map(({ words, without }) => [words, addressOf(without)]);
  expect(shown.map(([words]) => words)).toEqual([
    'Spanners',
    '“steel”',
    'From $5.00',
    'Can be ordered now',
    'Size: 13 mm (0.512 in)',
    'Size: 17 mm (0.669 in)',
    'Size: from 20 to 30 mm',
  ]);
  const sizes = shown.map(([, address]) => new URL(address!, 'http://shop.test').searchParams.get('attr.size'));
  expect(sizes.slice(4)).toEqual(['17,20..30', '13,20..30', '13,17']);
  expect(shown[0]![1]).not.toContain('category');
});

test('nothing is chosen of the whole list, in whatever order', () => {
  expect(chosenParts(readFilter(new URLSearchParams('sort=price')), [SIZE])).toEqual([]);
});
