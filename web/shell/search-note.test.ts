import { expect, it } from 'vitest';
import { searchNote } from './search-note.ts';

it('each correction is said, and that no tool is exactly what was looked for', () => {
  const corrections = [{ typed: 'mallet', shown: 'hammers' }];
  expect(searchNote({ corrections })).toBe('No results for “mallet”; showing hammers.');
  expect(searchNote({ corrections, nearest: true })).toBe('No results for “mallet”; showing hammers. No exact match.');
  expect(searchNote({ nearest: true })).toBe('No exact match.');
});

it('nothing is said of what was found as it was typed', () => {
  expect(searchNote({})).toBe(null);
});
