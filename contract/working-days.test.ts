import { describe, expect, it } from 'vitest';
import { heldUntil, isWorkingDay, MONDAY_TO_FRIDAY, workingDaySince, workingDaysAfter } from './working-days.ts';

const CHRISTMAS = { workdays: [1, 2, 3, 4, 5], holidays: ['2027-01-01', '2026-12-25', '2026-12-26', '2026-12-24'] };
const shopIn = (timeZone: string) => ({ ...MONDAY_TO_FRIDAY, timeZone });

describe('a working day', () => {
  it('is one of the week on which somebody works, and no holiday', () => {
    expect(isWorkingDay('2026-11-28', MONDAY_TO_FRIDAY)).toBe(false);
    expect(isWorkingDay('2026-11-28', { workdays: [6], holidays: [] })).toBe(true);
    expect(isWorkingDay('2026-12-25', CHRISTMAS)).toBe(false);
  });

  it.each([
    ['2026-12-23', 0, '2026-12-23'],
    ['2026-12-23', 1, '2026-12-28'],
    ['2026-12-23', 4, '2026-12-31'],
    ['2026-12-23', 5, '2027-01-04'],
    // From a day on which nobody works.
    ['2026-12-25', 1, '2026-12-28'],
    ['2026-11-28', 5, '2026-12-04'],
    ['2026-11-28', 6, '2026-12-07'],
  ])('from %s the working day number %i is %s', (day, n, then) =>
    expect(workingDaysAfter(day, n, CHRISTMAS)).toBe(then),
  );

  it('is counted as somebody does with a calendar', () => {
    const holidays = ['2026-12-01', '2026-12-02', '2026-12-05', '2026-12-24', '2027-01-01', '2027-01-04'];
    for (const workdays of [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6], [2, 4], [7], [1, 2, 3, 4, 5, 6, 7]]) {
      for (let start = 25; start <= 30; start++) {
        const counted = new Date(`2026-11-${start}T00:00:00Z`);
        for (let n = 1; n <= 60; n++) {
          do counted.setUTCDate(counted.getUTCDate() + 1);
          while (!workdays.includes(counted.getUTCDay() || 7) || holidays.includes(counted.toISOString().slice(0, 10)));
          expect(workingDaysAfter(`2026-11-${start}`, n, { workdays, holidays })).toBe(
            counted.toISOString().slice(0, 10),
          );
        }
      }
    }
  });
});

it.each([
  ['Monday', '2026-11-23T09:00:00Z', '2026-11-24T09:00:00Z'],
  ['Thursday', '2026-11-26T09:00:00Z', '2026-11-27T09:00:00Z'],
  ['Friday', '2026-11-27T09:00:00Z', '2026-11-30T09:00:00Z'],
  ['Saturday', '2026-11-28T09:00:00Z', '2026-12-01T09:00:00Z'],
  ['Sunday', '2026-11-29T09:00:00Z', '2026-12-01T09:00:00Z'],
])('who is asked on a %s has a working day until they are reminded', (_, asked, reminded) => {
  expect(workingDaySince(new Date(asked), shopIn('UTC'))).toEqual(new Date(reminded));
});

it('days are those of the shop’s zone', () => {
  // A Friday in Auckland.
  expect(workingDaySince(new Date('2026-11-26T20:00:00Z'), shopIn('Pacific/Auckland'))).toEqual(
    new Date('2026-11-29T20:00:00Z'),
  );
});

describe('a hold', () => {
  const DAY_MS = 86_400_000;
  const until = (from: string, days: number, holidays: string[]) =>
    heldUntil(new Date(from), days * DAY_MS, { ...shopIn('UTC'), holidays })
      .toISOString()
      .slice(0, 16);

  it('is so long by the clock, weekends with it', () => {
    expect(until('2026-11-27T10:00:00Z', 7, [])).toBe('2026-12-04T10:00');
  });

  it('runs on by a day for each holiday in it, of those on which somebody would work', () => {
    expect(until('2026-12-23T10:00:00Z', 7, CHRISTMAS.holidays)).toBe('2027-01-02T10:00');
    expect(until('2026-12-26T10:00:00Z', 2, CHRISTMAS.holidays)).toBe('2026-12-28T10:00');
  });
});
