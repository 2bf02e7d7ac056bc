import { expect, it } from 'vitest';
import { PAUSES_SECONDS, pauseAfter } from './pauses.ts';

it('the pauses grow, and come to three days', () => {
  expect([...PAUSES_SECONDS]).toEqual(PAUSES_SECONDS.toSorted((a, b) => a - b));
  expect(PAUSES_SECONDS.reduce((sum, pause) => sum + pause, 0)).toBe(3 * 86_400);
});

it('each is up to a tenth longer, and after the last it is given up', () => {
  expect(pauseAfter(1, 0)).toBe(5);
  expect(pauseAfter(2, 1)).toBe(66);
  expect(pauseAfter(PAUSES_SECONDS.length, 0)).toBe(PAUSES_SECONDS.at(-1));
  expect(pauseAfter(PAUSES_SECONDS.length + 1, 0)).toBeNull();
});
