import { describe, expect, it } from 'vitest';
import { MONDAY_TO_FRIDAY } from '../working-days.ts';
import { deliveryDates, leavesOn } from './delivery-dates.ts';

const shopIn = (timeZone: string) => ({ ...MONDAY_TO_FRIDAY, timeZone });

describe('the day an order leaves', () => {
  it.each([
    ['Monday morning', '2026-11-23T11:59:59.999Z', '2026-11-23'],
    ['Monday noon', '2026-11-23T12:00:00Z', '2026-11-24'],
    ['Friday morning', '2026-11-27T00:00:00Z', '2026-11-27'],
    ['Friday evening', '2026-11-27T23:59:00Z', '2026-11-30'],
    ['Saturday', '2026-11-28T08:00:00Z', '2026-11-30'],
    ['Sunday', '2026-11-29T23:59:00Z', '2026-11-30'],
    ['the last working day of a year', '2027-12-31T13:00:00Z', '2028-01-03'],
  ])('paid on %s', (_, paid, day) => expect(leavesOn(new Date(paid), shopIn('UTC'))).toBe(day));
});

it.each([
  ['Berlin, the last minute before noon', 'Europe/Berlin', '2026-11-23T10:59:00Z', '2026-11-23'],
  ['Berlin, noon', 'Europe/Berlin', '2026-11-23T11:00:00Z', '2026-11-24'],
  ['Berlin, noon in summer', 'Europe/Berlin', '2026-07-06T10:00:00Z', '2026-07-07'],
  [
    'Berlin, noon on the Monday after its clocks were put forward',
    'Europe/Berlin',
    '2026-03-30T09:59:00Z',
    '2026-03-30',
  ],
  ['Berlin, Sunday night that is Monday there', 'Europe/Berlin', '2026-11-22T23:30:00Z', '2026-11-23'],
  ['Auckland, Sunday noon in London', 'Pacific/Auckland', '2026-11-22T12:00:00Z', '2026-11-23'],
  ['Auckland, the first day of summer time', 'Pacific/Auckland', '2026-09-27T22:59:00Z', '2026-09-28'],
  ['Dhaka, six in the morning in London', 'Asia/Dhaka', '2026-11-23T06:00:00Z', '2026-11-24'],
])('noon is that of the shop: %s', (_, zone, paid, day) => expect(leavesOn(new Date(paid), shopIn(zone))).toBe(day));

describe('the days an order arrives', () => {
  it.each([
    [
      [0, 0],
      ['2026-11-23', '2026-11-23'],
    ],
    [
      [1, 2],
      ['2026-11-24', '2026-11-25'],
    ],
    [
      [4, 5],
      ['2026-11-27', '2026-11-30'],
    ],
    [
      [5, 10],
      ['2026-11-30', '2026-12-07'],
    ],
    [
      [11, 365],
      ['2026-12-08', '2028-04-17'],
    ],
  ] as const)('%j working days after it leaves', (days, arrives) =>
    expect(deliveryDates(new Date('2026-11-23T09:00:00Z'), shopIn('UTC'), days)).toEqual({
      leaves: '2026-11-23',
      arrives,
    }),
  );

  it('counts as somebody does with a calendar', () => {
    for (let days = 0; days <= 40; days++) {
      for (const start of ['2026-11-23', '2026-11-26', '2026-11-27']) {
        const counted = new Date(`${start}T00:00:00Z`);
        for (let left = days; left > 0;) {
          counted.setUTCDate(counted.getUTCDate() + 1);
          if (counted.getUTCDay() % 6 !== 0) left--;
        }
        const { arrives } = deliveryDates(new Date(`${start}T08:00:00Z`), shopIn('UTC'), [days, days]);
        expect(arrives[0]).toBe(counted.toISOString().slice(0, 10));
      }
    }
  });
});
