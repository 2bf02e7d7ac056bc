import { describe, expect, it } from 'vitest';
import { dayOf, dayPlus, monthPlus, timeOf, weekday, writtenDayOf, writtenMonth, writtenTimeOf } from './days.ts';
import { currencySign, formatAmount, formatMoney } from './money.ts';

describe('a moment falls on the day', () => {
  it.each([
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01', '2027-01-01 00:30:00'],
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29', '2026-03-29 01:59:59'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', '2026-03-29 03:00:00'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25', '2026-10-25 23:59:59'],
    ['2026-04-04T10:59:59Z', 'Pacific/Auckland', '2026-04-04', '2026-04-04 23:59:59'],
    ['2026-12-31T17:59:59Z', 'Asia/Dhaka', '2026-12-31', '2026-12-31 23:59:59'],
    ['2026-12-31T18:00:00Z', 'Asia/Dhaka', '2027-01-01', '2027-01-01 00:00:00'],
    ['2026-11-23T00:00:00Z', 'UTC', '2026-11-23', '2026-11-23 00:00:00'],
  ])('%s in %s: %s', (moment, zone, day, time) => {
    expect([dayOf(moment, zone), timeOf(new Date(moment), zone)]).toEqual([day, time]);
  });
});

it('days and months are counted as on a calendar', () => {
  expect([dayPlus('2028-02-28', 1), dayPlus('2028-03-01', -1), dayPlus('2026-12-31', 1)]).toEqual([
    '2028-02-29',
    '2028-02-29',
    '2027-01-01',
  ]);
  expect([monthPlus('2026-11', 2), monthPlus('2026-01-31', -1), monthPlus('2026-06', -18)]).toEqual([
    '2027-01',
    '2025-12',
    '2024-12',
  ]);
  expect(['2026-11-23', '2026-11-29', '1969-12-31'].map(weekday)).toEqual([0, 6, 2]);
});

it('days are written in one way', () => {
  expect(writtenDayOf('2026-09-05T12:00:00Z', 'UTC')).toBe('5 Sep 2026');
  expect(writtenTimeOf('2026-11-23T23:41:00Z', 'Asia/Dhaka')).toBe('24 Nov 2026, 05:41');
  expect(writtenMonth('2026-11')).toBe('Nov 2026');
});

it('money is written as people read it in English', () => {
  expect([formatMoney(1234.5, 'USD'), formatMoney(1234.5, 'EUR'), formatMoney(-34.5, 'GBP')]).toEqual([
    '$1,234.50',
    '€1,234.50',
    '-£34.50',
  ]);
  expect(formatMoney(1234.5, 'CHF').replace(/\s/, ' ')).toBe('CHF 1,234.50');
  expect([formatAmount(1234.5), currencySign('EUR'), currencySign('CHF')]).toEqual(['1,234.50', '€', 'CHF']);
});
