import { expect, it } from 'vitest';
import { workingDayAfter } from './judge-order.ts';

it.each([
  ['Monday', '2026-11-23T09:00:00Z', '2026-11-24T09:00:00Z'],
  ['Thursday', '2026-11-26T09:00:00Z', '2026-11-27T09:00:00Z'],
  ['Friday', '2026-11-27T09:00:00Z', '2026-11-30T09:00:00Z'],
  ['Saturday', '2026-11-28T09:00:00Z', '2026-12-01T09:00:00Z'],
  ['Sunday', '2026-11-29T09:00:00Z', '2026-12-01T09:00:00Z'],
])('who is asked on a %s has a working day until they are reminded', (_, asked, reminded) => {
  expect(workingDayAfter(new Date(asked), 'UTC')).toEqual(new Date(reminded));
});

it('days are those of the shop’s zone', () => {
  // A Friday in Auckland.
  expect(workingDayAfter(new Date('2026-11-26T20:00:00Z'), 'Pacific/Auckland')).toEqual(
    new Date('2026-11-29T20:00:00Z'),
  );
});
