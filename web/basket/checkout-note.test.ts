import { expect, it } from 'vitest';
import { withNote } from './checkout-note.ts';

it('a note takes what it does not say yet, in one line and to its bound', () => {
  expect(withNote('', 'Please ring.\nGate 4')).toBe('Please ring. Gate 4');
  expect(withNote('Please ring. Gate 4', 'Gate 4')).toBe('Please ring. Gate 4');
  expect(withNote('Please ring.', 'Gate 4')).toBe('Please ring. Gate 4');
  expect(withNote('a', 'b'.repeat(2_000))).toHaveLength(1_000);
});
