import { expect, it } from 'vitest';
import { promiseInWords } from './promise.ts';

it.each([
  ['2026-11-23', ['2026-11-25', '2026-11-30'], 'leaves 23 Nov 2026, arrives 25–30 Nov 2026'],
  ['2026-11-23', ['2026-11-30', '2026-12-07'], 'leaves 23 Nov 2026, arrives 30 Nov–7 Dec 2026'],
  ['2026-12-30', ['2026-12-31', '2027-01-04'], 'leaves 30 Dec 2026, arrives 31 Dec 2026–4 Jan 2027'],
  ['2026-11-23', ['2026-11-24', '2026-11-24'], 'leaves 23 Nov 2026, arrives 24 Nov 2026'],
] as const)('%s and %j are said as people say days', (leaves, [from, to], words) => {
  expect(
    promiseInWords({ leaves, arrives: [from, to] })
      ?.replaceAll(/\s*–\s*/g, '–')
      .replaceAll(/\s/g, ' '),
  ).toBe(words);
});

it('says what is known', () => {
  expect(promiseInWords({ leaves: '2026-11-23', arrives: null })).toBe('leaves 23 Nov 2026');
  expect(promiseInWords({ leaves: null, arrives: null })).toBeNull();
});
