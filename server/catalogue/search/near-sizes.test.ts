import { expect, it } from 'vitest';
import { isSize, nearSizes } from './near-sizes.ts';

const nearest = (word: string, most = 3) =>
  nearSizes(word)
    .slice(0, most)
    .map(({ words }) => words);

it('goes from one unit to another: 8 mm is the nearest to 5/16', () => {
  expect(nearest('5/16', 1)).toEqual([['8mm']]);
  expect(nearSizes('13mm').some(({ words }) => words.includes('1/2in'))).toBe(true);
  expect(nearSizes('500g').some(({ words }) => words.includes('1lb'))).toBe(true);
});

it('writes fractions as buyers and makers do', () => {
  expect(nearSizes('1/2in').find(({ words }) => words.includes('9/16'))?.words).toEqual(['0.5625in', '9/16in', '9/16']);
});

it('keeps threads apart from sizes, and never names the size itself', () => {
  expect(nearest('m10', 2)).toEqual([['m12'], ['m8']]);
  expect(nearSizes('10mm').flatMap(({ words }) => words)).not.toContain('10mm');
  expect(nearSizes('10').flatMap(({ words }) => words)).not.toContain('10mm');
});

it('knows what is no size', () => {
  expect(['hammer', '16h', 'zsp7741', '0', '123456'].map(isSize)).toEqual([false, false, false, false, false]);
  expect(['13mm', '5/16', '1-1/2in', 'm8', '24'].map(isSize)).toEqual([true, true, true, true, true]);
  expect(nearSizes('hammer')).toEqual([]);
});
