import { expect, it } from 'vitest';
import { announcedUntil, dueAfter, firstDue, placedOn, type Rhythm } from './standing-days.ts';

const EASTER = { workdays: [1, 2, 3, 4, 5], holidays: ['2026-04-03', '2026-04-06'] };

it.each<[Rhythm, string, string]>([
  [{ every: 'week', day: 1 }, '2026-11-28', '2026-11-30'],
  [{ every: 'week', day: 6 }, '2026-11-28', '2026-12-05'],
  [{ every: 'week', day: 7 }, '2026-11-28', '2026-11-29'],
  [{ every: 'month', day: 1 }, '2026-12-01', '2027-01-01'],
  [{ every: 'month', day: 15 }, '2026-12-14', '2026-12-15'],
  [{ every: 'month', day: 29 }, '2027-01-30', '2027-02-28'],
  [{ every: 'month', day: 31 }, '2027-02-28', '2027-03-31'],
  [{ every: 'month', day: 31 }, '2027-03-31', '2027-04-30'],
  [{ every: 'month', day: 31 }, '2028-02-01', '2028-02-29'],
])('%j after %s is due on %s', (rhythm, after, due) => expect(dueAfter(rhythm, after)).toBe(due));

it.each([
  ['2026-04-02', '2026-04-02'],
  ['2026-04-03', '2026-04-07'],
  ['2026-04-05', '2026-04-07'],
  ['2026-04-06', '2026-04-07'],
])('what is due on %s is placed on %s, over Easter', (due, placed) => expect(placedOn(due, EASTER)).toBe(placed));

it('is announced two working days before, holidays and weekends left out', () => {
  expect(announcedUntil('2026-04-01', EASTER)).toBe('2026-04-07');
  expect(announcedUntil('2026-04-02', EASTER)).toBe('2026-04-08');
  expect(announcedUntil('2026-04-04', EASTER)).toBe('2026-04-08');
});

it('begins with the first day for which there is time to announce it', () => {
  expect(firstDue({ every: 'week', day: 1 }, '2026-11-27', EASTER)).toBe('2026-12-07');
  expect(firstDue({ every: 'week', day: 1 }, '2026-11-26', EASTER)).toBe('2026-11-30');
  expect(firstDue({ every: 'month', day: 6 }, '2026-04-02', EASTER)).toBe('2026-05-06');
});
