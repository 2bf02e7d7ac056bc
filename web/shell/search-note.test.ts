import { expect, it } from 'vitest';
import { searchNote } from './search-note.ts';

it('each correction is said, and that no tool is exactly what was looked for', () => {
  const corrections = [{ typed: 'mallet', shown: 'hammers' }];
  expect(searchNote({ corrections })).toBe('Nothing for “mallet”; showing hammers.');
  expect(searchNote({ corrections, nearest: true })).toBe(
    'Nothing for “mallet”; showing hammers. No tool is exactly that.',
  );
  expect(searchNote({ nearest: true })).toBe('No tool is exactly that.');
});

it('nothing is said of what was found as it was typed', () => {
  expect(searchNote({})).toBe(null);
});
