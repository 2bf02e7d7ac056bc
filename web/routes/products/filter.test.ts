import { expect, test } from 'vitest';
import { FILTERS, readFilter } from '#contract/catalogue/list-filter.ts';
import { addressOf, chosenOf, facetWords, publicAddress, sortedByAttribute } from './filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

test('what the address asks for is read, and written back the same', () => {
  const filter = read('q=claw+hammer&category=Hammers&sort=-price&inStock=true&minPrice=5&maxPrice=20.50&cursor=abc_-');
  expect(filter).toEqual({
    q: 'claw hammer',
    category: 'Hammers',
    sort: '-price',
    inStock: true,
    minPrice: 5,
    maxPrice: 20.5,
    cursor: 'abc_-',
  });
  expect(readFilter(new URL(addressOf(filter), 'http://shop.test').searchParams)).toEqual(filter);
  // The server makes a document for each of these; what is not among them would be the same page whatever it says.
  expect(Object.keys(filter)).toEqual(FILTERS);
});

test.each(['attr.size', '-attr.thread-size'])('the order %s of an attribute is kept by the address', (sort) => {
  expect(read(`sort=${sort}`)).toEqual({ sort });
  expect(sortedByAttribute(read(`sort=${sort}`))).toBe(sort.split('.')[1]);
  expect(addressOf(read(`sort=${sort}`))).toBe(`/products?sort=${sort}`);
});

test('what is chosen of an attribute is one value of the address, however a form sends it', () => {
  const filter = read('attr.finish=Zinc&attr.finish=Black&from.size=10&to.size=20&attr.size=13&attr.handle=');
  expect(filter).toEqual({ 'attr.finish': 'Zinc,Black', 'attr.size': '13,10..20' });
  expect(read(addressOf(filter).split('?')[1] ?? '')).toEqual(filter);
  expect(chosenOf(filter, 'size')).toEqual({ values: ['13'], from: '10', to: '20' });
  expect(chosenOf(filter, 'handle')).toEqual({ values: [], from: '', to: '' });
});

test.each([
  ['from.size=20&to.size=10', '10..20'],
  ['from.size=12,7', '12.7..'],
  ['from.size=1/2 in&to.size=1 ½ in', '1/2 in..1 ½ in'],
  ['to.size=.5″', '...5″'],
  ['from.size=abc&to.size=20', '..20'],
  ['from.size=abc', undefined],
  ['from.size=1..2', undefined],
  ['from.size=5,000,000', undefined],
])('of a range, %s is read as %s', (query, asked) => expect(read(query)['attr.size']).toBe(asked));

test.each([
  'attr.Size=13',
  'attr.=13',
  'sort=cheapest',
  'sort=constructor',
  'sort=attr.',
  'sort=attr.Size',
  'sort=--attr.size',
  'inStock=maybe',
  'minPrice=-1',
  'maxPrice=1e3',
  'cursor=%00',
  'q=',
  'x=1',
])('%s, which the list would refuse, is left out', (query) => {
  expect(read(query)).toEqual({});
  expect(addressOf(read(query))).toBe('/products');
});

test.each([
  ['', '/products'],
  ['sort=price&cursor=abc', '/products'],
  ['category=Spanners', '/products?category=Spanners'],
  ['category=Spanners&attr.size=13&sort=-attr.size', '/products?category=Spanners&attr.size=13'],
  ['attr.finish=Zinc', '/products?attr.finish=Zinc'],
  ['attr.finish=Zinc,Black', undefined],
  ['attr.size=10..20', undefined],
  ['attr.size=13&attr.finish=Zinc', undefined],
  ['category=Spanners&inStock=true', undefined],
  ['minPrice=5', undefined],
  ['q=spanner', undefined],
])('search engines know %s as %s', (query, address) => expect(publicAddress(read(query))).toBe(address));

test('a title says what the list is narrowed by', () => {
  const facet = { key: 'size', name: 'Size', kind: 'number', unit: 'mm', values: [] } as const;
  const finish = { ...facet, key: 'finish', name: 'Finish', kind: 'choice', unit: null } as const;
  const facets = [
    { ...facet, values: [] },
    { ...finish, values: [] },
  ];
  expect(facetWords(read('attr.size=13&attr.finish=Zinc,Black'), facets)).toEqual(['Size 13 mm', 'Finish Zinc, Black']);
  expect(facetWords(read('q=x'), facets)).toEqual([]);
});

test('a range of numbers the wrong way round is turned', () => {
  expect(read('from.size=20&to.size=10')).toEqual({ 'attr.size': '10..20' });
});

test('prices the wrong way round are turned', () => {
  expect(read('minPrice=20&maxPrice=5')).toEqual({ minPrice: 5, maxPrice: 20 });
});
