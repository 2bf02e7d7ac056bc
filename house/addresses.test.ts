import { expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import pages from '#web/routes.ts';

const firstOf = (path: string) => path.replace(/^\//, '').split('/')[0] ?? '';

it('no call begins as a page does: an address below it would be answered as JSON', () => {
  // Of the owner's own pages the call itself is the list, which the server knows.
  const calls = new Set(Object.values(routes).map(({ path }) => firstOf(path)));
  calls.delete('pages');
  const ofPages = pages.flatMap(({ path }) => (path === undefined || path === '*' ? [] : [firstOf(path)]));
  expect(ofPages.filter((first) => calls.has(first))).toEqual([]);
});
