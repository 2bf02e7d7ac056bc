import { expect, it } from 'vitest';
import { saidOfSearch } from './said-of-search.ts';

it('each correction is said, and that no tool is exactly what was looked for', () => {
  const corrections = [{ typed: 'mallet', shown: 'hammers' }];
  expect(saidOfSearch({ corrections })).toBe('Nothing for “mallet”; showing hammers.');
  expect(saidOfSearch({ corrections, nearest: true })).toBe(
    'Nothing for “mallet”; showing hammers. No tool is exactly that.',
  );
  expect(saidOfSearch({ nearest: true })).toBe('No tool is exactly that.');
});

it('nothing is said of what was found as it was typed', () => {
  expect(saidOfSearch({})).toBe(null);
});
