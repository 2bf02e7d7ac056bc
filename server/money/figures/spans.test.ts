import { expect, test } from 'vitest';
import { dayPlus } from '#contract/days.ts';
import { firstDay, periodsOf, planOf, spansOf } from './spans.ts';

/** A cent on every day, so that a sum counts days. */
const everyDay = new Map(
  Array.from({ length: 6000 }, (_, back) => [dayPlus('2026-11-22', -back), { orders: 1, cents: 100 }]),
);

test.each([
  ['day', 7, 7, '2026-11-16', '2026-11-09'],
  ['week', 30, 26, '2026-05-25', '2025-11-24'],
  ['month', 30, 12, '2025-12-01', '2024-12-01'],
  ['year', 30, 5, '2022-01-01', '2017-01-01'],
] as const)('by %s the spans follow each other without gap to today', (by, days, count, first, earliest) => {
  const plan = planOf(by, days, '2026-11-22');
  const spans = spansOf(plan, everyDay);
  expect(spans).toHaveLength(count);
  expect(spans[0]?.from).toBe(first);
  expect(spans.at(-1)?.to).toBe('2026-11-22');
  spans.slice(1).forEach(({ from }, index) => expect(from).toBe(dayPlus(spans[index]!.to, 1)));
  const days_ = (Date.parse('2026-11-23') - Date.parse(first)) / 86_400_000;
  expect(spans.reduce((sum, { orders }) => sum + orders, 0)).toBe(days_);
  const compared = spans.reduce((sum, { before }) => sum + before.orders, 0);
  expect(compared).toBe((Date.parse(first) - Date.parse(earliest)) / 86_400_000);
  expect(firstDay(plan) <= earliest).toBe(true);
});

test('a month is compared with the same one a year before, a week that has begun with a whole one', () => {
  const months = spansOf(planOf('month', 30, '2026-03-15'), new Map([['2025-02-28', { orders: 2, cents: 250 }]]));
  expect(months.at(-2)).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
    orders: 0,
    revenue: 0,
    before: { orders: 2, revenue: 2.5 },
  });
  expect(spansOf(planOf('week', 30, '2026-11-17'), everyDay).at(-1)).toMatchObject({
    orders: 2,
    before: { orders: 7 },
  });
});

test('periods are as long as what they are compared with', () => {
  for (const { days, orders, before } of periodsOf('2026-11-22', everyDay)) {
    expect([orders, before.orders]).toEqual([days, days]);
  }
});
