import { expect, test } from 'vitest';
import { rememberedPath, returnPath } from './return-to.ts';

test('a path of the shop is returned to, with its query', () => {
  expect(returnPath('/products/abc?x=1#buy')).toBe('/products/abc?x=1#buy');
  expect(returnPath('/dashboard/payment/o1')).toBe('/dashboard/payment/o1');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /products',
  '/..//evil.example',
  '/%zz',
  '',
  '/login',
  '/Login/',
  '/login?x=1',
  '/register',
  `/${'a'.repeat(8_192)}`,
])('%j leads home (attacks T91)', (target) => {
  expect(returnPath(target)).toBe('/');
});

test.each([undefined, null, 5, {}, ['/products']])('%j, which no guard wrote, leads home', (target) => {
  expect(returnPath(target)).toBe('/');
});

test('what a guard remembered is read, anything else is not', () => {
  expect(rememberedPath({ from: '/products' })).toBe('/products');
  expect(rememberedPath({ from: { pathname: '/products' } })).toBeUndefined();
  expect(rememberedPath(null)).toBeUndefined();
});
