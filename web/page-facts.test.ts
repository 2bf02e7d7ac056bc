import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import { pageFacts } from './page-facts.ts';
import routes from './routes.ts';

it('search engines are led to pages that there are, and not to what is for one person', () => {
  const paths = (routes as RouteConfigEntry[]).map(({ path }) => `/${path ?? ''}`);
  expect(pageFacts.listed.filter((path) => !paths.includes(path))).toEqual([]);
  expect(pageFacts.listed.filter((path) => path.startsWith('/dashboard'))).toEqual([]);
});

it('the addresses of one kind have one document', () => {
  expect(pageFacts.documentOf('/dashboard/payment/some-order')).toBe('/dashboard/payment/order');
  expect(pageFacts.documentOf('/dashboard/receipt/some-order')).toBe('/dashboard/receipt/order');
  expect(pageFacts.documentOf('/dashboard/orders/some-order')).toBe('/dashboard/orders/some-order');
  expect([pageFacts.toolAt('/products/saw'), pageFacts.toolAt('/products'), pageFacts.toolAt('/products/a/b')]).toEqual(
    ['saw', undefined, undefined],
  );
});
